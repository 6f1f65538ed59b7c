package config

import "io/fs"

// distrust accepts every file: who may write to it is not in its mode there.
func distrust(string, fs.FileInfo) string { return "" }
