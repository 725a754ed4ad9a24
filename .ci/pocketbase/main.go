// Command pocketbase is a yardstick: it writes deals through PocketBase's batch, each as nine rows of one
// transaction with synchronous=FULL, from tables that record one after another, and prints how many a second.
//
//	go run . [TABLES [DEALS]]
package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) == 4 && os.Args[1] == "serve" {
		log.Fatal(serve(os.Args[2], os.Args[3]))
	}
	tables, deals := 32, 1600
	for i, n := range []*int{&tables, &deals} {
		if len(os.Args) > i+1 {
			var err error
			if *n, err = strconv.Atoi(os.Args[i+1]); err != nil {
				log.Fatal(err)
			}
		}
	}
	if err := measure(tables, deals); err != nil {
		log.Fatal(err)
	}
}

// serve runs PocketBase on a new folder, with the two tables a deal is written to.
func serve(dir, at string) error {
	app := pocketbase.NewWithConfig(pocketbase.Config{
		DefaultDataDir: dir, HideStartBanner: true,
		DBConnect: func(file string) (*dbx.DB, error) {
			return dbx.Open("sqlite", file+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)"+
				"&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)")
		},
	})
	if err := app.Bootstrap(); err != nil {
		return err
	}
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	anybody := ""
	for name, fields := range map[string][]core.Field{
		"entries": {&core.TextField{Name: "kind"}, &core.TextField{Name: "body"}},
		"transfers": {&core.TextField{Name: "entry"}, &core.NumberField{Name: "payer"},
			&core.NumberField{Name: "payee"}, &core.NumberField{Name: "amount"}},
	} {
		of := core.NewBaseCollection(name)
		of.CreateRule = &anybody
		of.Fields.Add(fields...)
		if err := app.Save(of); err != nil {
			return err
		}
	}
	settings := app.Settings()
	settings.Batch.Enabled, settings.Batch.MaxRequests, settings.Batch.Timeout = true, 20, 30
	if err := app.Save(settings); err != nil {
		return err
	}
	return apis.Serve(app, apis.ServeConfig{HttpAddr: at})
}

func measure(tables, deals int) error {
	dir, err := os.MkdirTemp("", "pocketbase")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	at := free.Addr().String()
	free.Close()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	served := exec.Command(self, "serve", dir, at)
	served.Stderr = os.Stderr
	if err := served.Start(); err != nil {
		return err
	}
	defer served.Wait()
	defer served.Process.Kill()
	for wait := 0; ; wait++ {
		if answer, err := http.Get("http://" + at + "/api/health"); err == nil {
			answer.Body.Close()
			break
		} else if wait == 300 {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	var (
		all  sync.WaitGroup
		lock sync.Mutex
		took []time.Duration
		bad  error
	)
	began := time.Now()
	for range tables {
		all.Go(func() {
			client := &http.Client{Transport: &http.Transport{}}
			for range deals / tables {
				began := time.Now()
				err := record(client, at)
				lock.Lock()
				took = append(took, time.Since(began))
				if err != nil {
					bad = err
				}
				lock.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	all.Wait()
	if bad != nil {
		return bad
	}
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	fmt.Printf("%.1f deals/s, p50 %.1f ms, p99 %.1f ms\n", float64(len(took))/time.Since(began).Seconds(),
		ms(took[len(took)/2]), ms(took[len(took)*99/100]))
	return nil
}

// record writes a deal: an entry and its eight transfers.
func record(client *http.Client, at string) error {
	rows := []string{`{"method":"POST","url":"/api/collections/entries/records","body":{"kind":"deal","body":` +
		strconv.Quote(`{"seats":[1,2,3,4],"dealer":4,"call":"solo","caller":1,"tricks":6}`) + `}}`}
	for i := range 8 {
		rows = append(rows, fmt.Sprintf(`{"method":"POST","url":"/api/collections/transfers/records","body":`+
			`{"entry":"deal","payer":%d,"payee":%d,"amount":6}}`, i%4+1, (i+1)%4+1))
	}
	answer, err := client.Post("http://"+at+"/api/batch", "application/json",
		bytes.NewBufferString(`{"requests":[`+strings.Join(rows, ",")+`]}`))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %.300s", answer.Status, text)
	}
	return err
}
