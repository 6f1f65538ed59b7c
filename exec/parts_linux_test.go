package exec_test

func parts() map[string]func() int {
	return map[string]func() int{"overhead": overhead, "gigabyte": gigabyte, "leaving": leave, "turns": turns}
}
