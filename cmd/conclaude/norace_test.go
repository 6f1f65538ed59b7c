//go:build !race

package main

// raceFlag builds the program as these tests are built.
const raceFlag = "-race=false"
