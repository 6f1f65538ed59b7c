//go:build !linux

package exec_test

func parts() map[string]func() int { return nil }
