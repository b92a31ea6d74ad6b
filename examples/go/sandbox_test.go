// A client, and the control API of the world that it calls, with Go's standard library only.

package petstore

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"strings"
	"testing"
)

func baseURL() string {
	if url := os.Getenv("PETSTORE_BASE_URL"); url != "" {
		return url
	}
	return "http://127.0.0.1:4010/v1"
}

// inOwnWorld gives a client, and the control API of a world that no other test uses.
func inOwnWorld(t *testing.T) (client, control api) {
	t.Helper()
	t.Parallel()
	random := make([]byte, 8)
	_, _ = rand.Read(random)
	world := "go-" + hex.EncodeToString(random)
	origin := strings.TrimSuffix(baseURL(), "/v1")
	client = api{t: t, base: baseURL(), headers: map[string]string{"Authorization": "Bearer sandbox_free_" + world}}
	return client, api{t: t, base: origin + "/_sandbox/worlds/" + world}
}

// api calls an API. With a key in its headers it stands for your own client.
type api struct {
	t       *testing.T
	base    string
	headers map[string]string
}

// with gives the same API with one more header.
func (a api) with(name, value string) api {
	headers := maps.Clone(a.headers)
	headers[name] = value
	return api{a.t, a.base, headers}
}

// reply is a response whose body was read.
type reply struct {
	*http.Response
	body []byte
}

func (a api) get(path string) reply { return a.call("GET", path, nil) }

func (a api) call(method, path string, body any) reply {
	var sent bytes.Buffer
	if body != nil {
		must(a.t, json.NewEncoder(&sent).Encode(body))
	}
	request, err := http.NewRequest(method, a.base+path, &sent)
	must(a.t, err)
	request.Header.Set("Content-Type", "application/json")
	for name, value := range a.headers {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	must(a.t, err)
	defer response.Body.Close()
	var received bytes.Buffer
	_, err = received.ReadFrom(response.Body)
	must(a.t, err)
	return reply{response, received.Bytes()}
}

// into reads the body of a reply as JSON.
func into[T any](t *testing.T, r reply) (value T) {
	t.Helper()
	must(t, json.Unmarshal(r.body, &value))
	return value
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
