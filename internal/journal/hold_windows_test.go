package journal_test

func holdLock(string) int { return 1 }
