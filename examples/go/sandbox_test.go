// A fresh world of a sandbox that runs already, for each test.

package petstore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
)

// World is the control API of a world.
type World struct {
	t   *testing.T
	url string
}

// NewWorld gives a fresh world with the name of the test, and a client that works in it. `wanted` is a status that the test wants, or 0.
func NewWorld(t *testing.T, wanted int) (World, Client) {
	t.Helper()
	base := os.Getenv("PETSTORE_BASE_URL")
	if base == "" {
		base = "http://127.0.0.1:4010/v1"
	}
	// The name of a subtest has a slash, and the name of a world has none.
	name := strings.ReplaceAll(t.Name(), "/", "-")
	world := World{t, strings.TrimSuffix(base, "/v1") + "/_sandbox/worlds/" + name}
	world.Call("POST", "/reset", nil, nil)
	label := fmt.Sprintf("%q", t.Name())
	if wanted != 0 {
		// The report does not count this status as a mistake.
		label += fmt.Sprintf(";expect=%d", wanted)
	}
	return world, Client{base, "sandbox_free_" + name, http.Header{"Sandbox-Case": {label}}}
}

// Call calls the control API, for example with "PUT" and "/clock".
func (w World) Call(method, path string, body, result any) {
	w.t.Helper()
	var sent bytes.Buffer
	if body != nil {
		must(w.t, json.NewEncoder(&sent).Encode(body))
	}
	request, err := http.NewRequest(method, w.url+path, &sent)
	must(w.t, err)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	must(w.t, err)
	defer response.Body.Close()
	equal(w.t, response.StatusCode, 200)
	if result != nil {
		must(w.t, json.NewDecoder(response.Body).Decode(result))
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[T comparable](t *testing.T, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("got %v, want %v", got, want)
	}
}
