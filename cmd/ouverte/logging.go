package main

import "log/slog"

// logging has the flags of the log, on standard error.
type logging struct {
	Log     string `default:"text" enum:"text,json" help:"${log}"`
	Verbose bool   `short:"v" help:"${verbose}"`
}

func (l *logging) logger(world *outside) *slog.Logger {
	o := &slog.HandlerOptions{}
	if l.Verbose {
		o.Level = slog.LevelDebug
	}
	if l.Log == "json" {
		return slog.New(slog.NewJSONHandler(world.err, o))
	}
	return slog.New(slog.NewTextHandler(world.err, o))
}
