package exec

import (
	"os"
	osexec "os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// tree is the shell and all that it starts, held together by a job object
// whose end is theirs.
type tree struct {
	cmd *osexec.Cmd
	job windows.Handle
}

func newTree(cmd *osexec.Cmd) *tree {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
	return &tree{cmd: cmd}
}

// start starts the shell and puts it into its job. What it starts before that
// escapes (golang/go#79927).
func (t *tree) start() error {
	job, err := newJob()
	if err != nil {
		return err
	}
	t.job = job
	if err := t.cmd.Start(); err != nil {
		t.kill()
		return err
	}
	var assigned error
	err = t.cmd.Process.WithHandle(func(handle uintptr) {
		assigned = windows.AssignProcessToJobObject(t.job, windows.Handle(handle))
	})
	if err == nil {
		err = assigned
	}
	if err != nil {
		_ = t.cmd.Process.Kill()
		_ = t.cmd.Wait()
		t.kill()
	}
	return err
}

func newJob() (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, os.NewSyscallError("CreateJobObject", err)
	}
	info := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
			LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
		},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	if err != nil {
		_ = windows.CloseHandle(job)
		return 0, os.NewSyscallError("SetInformationJobObject", err)
	}
	return job, nil
}

// await returns when the shell has ended.
func (t *tree) await() { _ = t.cmd.Wait() }

// terminate ends the job: there is no request to end that a program without a
// window or a console of its own would get.
func (t *tree) terminate() { _ = windows.TerminateJobObject(t.job, 1) }

// kill closes the job, which kills what is in it.
func (t *tree) kill() { _ = windows.CloseHandle(t.job) }

// sweep has nothing to add to kill.
func (t *tree) sweep() int { return 0 }

// reap returns how the shell ended.
func (t *tree) reap() *os.ProcessState { return t.cmd.ProcessState }

// widen is for systems whose pipes have a size.
func widen(*os.File) {}

func signalName(sig syscall.Signal) string { return sig.String() }
