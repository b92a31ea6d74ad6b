// Each test gets a world of its own, so that all of them may run at once.

package petstore

import (
	"fmt"
	"strconv"
	"testing"
	"time"
)

type pet struct {
	Name       string `json:"name"`
	CategoryID int64  `json:"categoryId"`
}

// exchange has what these tests read of an entry of the journal.
type exchange struct {
	Request    struct{ Body struct{ Text string } }
	Reply      struct{ Status int }
	Violations []any
	Warnings   []any
}

func TestWorksBesideOtherTests(t *testing.T) {
	for number := range 3 {
		t.Run(fmt.Sprint(number), func(t *testing.T) {
			client, _ := inOwnWorld(t)
			name := fmt.Sprint("Rex ", number)
			client.call("POST", "/pets", pet{name, 1})
			pets := into[[]pet](t, client.get("/pets?limit=100"))
			equal(t, len(pets), 16) // 15 that each world starts with, and one
			equal(t, pets[15].Name, name)
		})
	}
}

func TestMeetsTheLimitOfTheDay(t *testing.T) {
	client, control := inOwnWorld(t)
	control.call("PUT", "/limits/free", map[string]any{"day": map[string]int{"remaining": 1}})
	equal(t, client.get("/pets").StatusCode, 200)
	refused := client.get("/pets")
	equal(t, refused.StatusCode, 429)
	seconds, err := strconv.Atoi(refused.Header.Get("Retry-After"))
	must(t, err)
	equal(t, seconds > 86_000, true)
	control.call("POST", "/clock/advance", map[string]int{"seconds": seconds})
	equal(t, client.get("/pets").StatusCode, 200)
}

func TestMeetsTheRemovalOfAnOperationInDecember2030(t *testing.T) {
	client, control := inOwnWorld(t)
	control.call("PUT", "/clock", map[string]any{"now": "2030-12-04T23:59:59Z", "frozen": true})
	equal(t, client.get("/pets/1").StatusCode, 200)
	control.call("POST", "/clock/advance", map[string]int{"seconds": 1})
	// Tells the report of the sandbox that this test wants the 404.
	removed := client.with("Sandbox-Case", `"removal of getPet";expect=404`).get("/pets/1")
	equal(t, removed.StatusCode, 404)
	equal(t, into[struct{ Code string }](t, removed).Code, "operation_removed")
}

func TestCallsSomeTimeLater(t *testing.T) {
	client, control := inOwnWorld(t)
	time.AfterFunc(100*time.Millisecond, func() { client.call("POST", "/pets", pet{"Rex", 1}) }) // a job in the background
	calls := into[[]exchange](t, control.get("/requests?operation=createPet&count=1&wait=5"))
	equal(t, len(calls), 1)
	equal(t, calls[0].Reply.Status, 201)
}

func TestSendsWhatTheContractAsksFor(t *testing.T) {
	client, control := inOwnWorld(t)
	client.call("POST", "/pets", pet{"Rex", 1})
	calls := into[[]exchange](t, control.get("/requests?operation=createPet"))
	equal(t, len(calls), 1)
	equal(t, calls[0].Request.Body.Text, `{"name":"Rex","categoryId":1}`+"\n")
	equal(t, len(calls[0].Violations)+len(calls[0].Warnings), 0)
}
