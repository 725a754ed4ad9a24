package main

import (
	"context"
	"os"

	"github.com/kardianos/service"
)

// asService runs the program under the service manager of Windows, which tells it when to stop; done is false
// where a person started it.
func asService(world *outside, args []string) (status int, done bool) {
	if service.Interactive() {
		return 0, false
	}
	ctx, stop := context.WithCancel(world.Context)
	p := &underManager{world: &outside{ctx, world.in, world.out, world.err}, args: args, stop: stop,
		ended: make(chan int, 1)}
	s, err := service.New(p, &service.Config{Name: "ouverte"})
	if err == nil {
		err = s.Run()
	}
	if err != nil {
		return 1, true
	}
	return p.status, true
}

// underManager is the program as that manager starts and stops it.
type underManager struct {
	world  *outside
	args   []string
	stop   context.CancelFunc
	ended  chan int
	status int
}

// Start begins, and returns at once. A program that ends by itself ends its process, so that the manager
// knows.
func (p *underManager) Start(service.Service) error {
	go func() {
		status := run(p.world, p.args)
		if p.world.Err() == nil {
			os.Exit(status)
		}
		p.ended <- status
	}()
	return nil
}

// Stop finishes running requests.
func (p *underManager) Stop(service.Service) error {
	p.stop()
	p.status = <-p.ended
	return nil
}
