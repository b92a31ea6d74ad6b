// hashicorp/go-retryablehttp, with its own back-off. It makes the same two calls as the other programs.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func main() {
	base, key := os.Args[1], os.Args[2]
	retries, _ := strconv.Atoi(os.Args[3])
	patience, _ := strconv.ParseFloat(os.Args[4], 64)
	client := retryablehttp.NewClient()
	client.Logger = nil
	client.RetryMax = retries
	client.HTTPClient.Timeout = time.Duration(patience * float64(time.Second))

	send := func(method, path string, body any) (map[string]any, error) {
		request, err := retryablehttp.NewRequest(method, base+path, body)
		if err != nil {
			return nil, err
		}
		request.Header.Set("Authorization", "Bearer "+key)
		request.Header.Set("Content-Type", "application/json")
		return read(client.Do(request))
	}
	if len(os.Args) > 5 && os.Args[5] == "four" {
		four(send)
		return
	}
	call := func(name, method string, body any) {
		_, err := send(method, "/pets", body)
		if err != nil {
			fmt.Printf("%s %q\n", name, err.Error())
			return
		}
		fmt.Println(name, "ok")
	}
	call("list", "GET", nil)
	call("create", "POST", rex)
}

var rex = []byte(`{"name":"Rex","categoryId":1}`)

// four is a small suite for campaigns of faults: list, page, create, read back.
func four(send func(method, path string, body any) (map[string]any, error)) {
	must := func(item map[string]any, err error) map[string]any {
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return item
	}
	must(send("GET", "/pets", nil))
	must(send("GET", "/pets?limit=5", nil))
	pet := must(send("POST", "/pets", rex))
	must(send("GET", fmt.Sprintf("/pets/%v", pet["id"]), nil))
}

// read returns the item of a reply; nil for a list.
func read(response *http.Response, err error) (map[string]any, error) {
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if response.StatusCode >= 400 {
		return nil, fmt.Errorf("status %d", response.StatusCode)
	}
	var item map[string]any
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if bytes.HasPrefix(body, []byte("{")) {
		err = decoder.Decode(&item)
	}
	return item, err
}
