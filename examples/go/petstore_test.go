// Each test gets a world of its own, so that all of them may run at once.

package petstore

import (
	"errors"
	"slices"
	"testing"
	"time"
)

func TestWorksBesideOtherTests(t *testing.T) {
	world, client := NewWorld(t, 0)
	rex, err := client.Create(NewPet{Name: "Rex", CategoryID: 1})
	must(t, err)
	pets, err := client.List()
	must(t, err)
	equal(t, len(pets), 16) // 15 that each world starts with, and one
	equal(t, slices.ContainsFunc(pets, func(pet Pet) bool { return pet.ID == rex.ID && pet.Name == "Rex" }), true)
	var calls []struct{ Violations, Warnings []any }
	world.Call("GET", "/requests?operation=createPet", nil, &calls)
	equal(t, len(calls[0].Violations)+len(calls[0].Warnings), 0)
}

func TestWaitsAsLongAsRetryAfterSays(t *testing.T) {
	world, client := NewWorld(t, 0)
	parameters := map[string]int{"times": 1, "retry-after": 1}
	world.Call("PUT", "/scenarios", []any{map[string]any{"name": "throttled-then-ok", "parameters": parameters}}, nil)
	began := time.Now()
	pets, err := client.List()
	must(t, err)
	equal(t, len(pets), 15)
	equal(t, time.Since(began) >= time.Second, true)
}

func TestMeetsTheLimitOfTheDay(t *testing.T) {
	world, client := NewWorld(t, 0)
	world.Call("PUT", "/limits/free", map[string]any{"day": map[string]int{"remaining": 1}}, nil)
	_, err := client.List() // the second page would have to wait for a day
	equal(t, statusOf(err), 429)
	world.Call("POST", "/clock/advance", map[string]int{"seconds": 86_400}, nil)
	pets, err := client.List()
	must(t, err)
	equal(t, len(pets), 15)
}

func TestWorksAfterTheRemovalOfAnOperationInDecember2030(t *testing.T) {
	world, client := NewWorld(t, 0)
	world.Call("PUT", "/clock", map[string]any{"now": "2030-12-05T00:00:00Z"}, nil)
	pets, err := client.List()
	must(t, err)
	equal(t, len(pets), 15)
}

func TestReportsAWrongAnimal(t *testing.T) {
	_, client := NewWorld(t, 400)
	_, err := client.Create(NewPet{Name: "Rex"})
	equal(t, statusOf(err), 400)
}

func statusOf(err error) int {
	var refused *Error
	if errors.As(err, &refused) {
		return refused.Status
	}
	return 0
}
