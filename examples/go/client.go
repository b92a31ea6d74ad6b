// Package petstore is a client of the Pet Store API to start from. Each try has a time-out. The client reads all pages, waits as long as
// Retry-After says, and sends again only what is safe to send again.
package petstore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

const (
	tries      = 3
	tryTimeout = 5 * time.Second
	// The client does not wait longer than this for a 429.
	maxWait = time.Minute
)

// NewPet is what a creation sends.
type NewPet struct {
	Name       string `json:"name"`
	CategoryID int64  `json:"categoryId,omitempty"`
	Status     string `json:"status,omitempty"`
}

// Pet is an animal of the store.
type Pet struct {
	NewPet
	ID int64 `json:"id"`
}

// Error is a reply that is no success.
type Error struct {
	Status int
	Body   string
}

func (e *Error) Error() string { return fmt.Sprintf("the pet store answered %d: %s", e.Status, e.Body) }

// Client calls the API. Header goes with every request.
type Client struct {
	BaseURL, Key string
	Header       http.Header
}

// Create adds an animal.
func (c Client) Create(pet NewPet) (created Pet, err error) {
	_, err = c.call("POST", c.BaseURL+"/pets", pet, &created)
	return created, err
}

// List gives all animals, page by page.
func (c Client) List() (pets []Pet, err error) {
	for url := c.BaseURL + "/pets?limit=10"; url != ""; {
		var page []Pet
		header, err := c.call("GET", url, nil, &page)
		if err != nil {
			return nil, err
		}
		pets = append(pets, page...)
		url = nextPage(header)
	}
	return pets, nil
}

func (c Client) call(method, url string, body, result any) (http.Header, error) {
	for try := 1; ; try++ {
		response, text, err := c.try(method, url, body)
		if err != nil {
			// Nobody knows whether a creation without a reply was carried out, so only a read is sent again.
			if method != "GET" || try == tries {
				return nil, err
			}
			time.Sleep(backoff(try))
			continue
		}
		if response.StatusCode < 300 {
			return response.Header, json.Unmarshal(text, result)
		}
		wait, isAllowed := waitBefore(response, method, try)
		if !isAllowed {
			return nil, &Error{response.StatusCode, string(text)}
		}
		time.Sleep(wait)
	}
}

func (c Client) try(method, url string, body any) (*http.Response, []byte, error) {
	var sent bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&sent).Encode(body); err != nil {
			return nil, nil, err
		}
	}
	request, err := http.NewRequest(method, url, &sent)
	if err != nil {
		return nil, nil, err
	}
	if c.Header != nil {
		request.Header = c.Header.Clone()
	}
	request.Header.Set("Authorization", "Bearer "+c.Key)
	request.Header.Set("Content-Type", "application/json")
	response, err := (&http.Client{Timeout: tryTimeout}).Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response, text, err
}

// waitBefore tells how long to wait before the next try. A request with a 429 was not carried out, so a creation may be sent again too.
func waitBefore(response *http.Response, method string, try int) (wait time.Duration, isAllowed bool) {
	status := response.StatusCode
	if try == tries || !(status == 429 || status >= 500 && method == "GET") {
		return 0, false
	}
	after := response.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(after); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if date, err := http.ParseTime(after); err == nil {
		wait = time.Until(date)
	} else {
		wait = backoff(try)
	}
	return wait, wait <= maxWait
}

// backoff is twice as long at each try, with a random part, so that clients do not come back together.
func backoff(try int) time.Duration {
	return time.Duration(200<<try)*time.Millisecond + rand.N(time.Duration(200<<try)*time.Millisecond)
}

var next = regexp.MustCompile(`<([^>]*)>; *rel="next"`)

func nextPage(header http.Header) string {
	if found := next.FindStringSubmatch(header.Get("Link")); found != nil {
		return found[1]
	}
	return ""
}
