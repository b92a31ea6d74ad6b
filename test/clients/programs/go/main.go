// hashicorp/go-retryablehttp, with its own back-off. It makes the same two calls as the other programs.
package main

import (
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

	call := func(name, method string, body any) {
		request, err := retryablehttp.NewRequest(method, base+"/pets", body)
		if err == nil {
			request.Header.Set("Authorization", "Bearer "+key)
			request.Header.Set("Content-Type", "application/json")
			err = read(client.Do(request))
		}
		if err != nil {
			fmt.Printf("%s %q\n", name, err.Error())
			return
		}
		fmt.Println(name, "ok")
	}
	call("list", "GET", nil)
	call("create", "POST", []byte(`{"name":"Rex","categoryId":1}`))
}

func read(response *http.Response, err error) error {
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	if response.StatusCode >= 400 {
		return fmt.Errorf("status %d", response.StatusCode)
	}
	return nil
}
