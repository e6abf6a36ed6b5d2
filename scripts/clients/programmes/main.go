// The little programme with a client from oapi-codegen.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"example.com/programme/client"
)

var (
	sku = os.Getenv("CLIENT_SKU")
	ctx = context.Background()
	api *client.ClientWithResponses
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func post(key string, movement client.MovementRequest) client.PostedTransaction {
	params := &client.PostMovementParams{IdempotencyKey: sku + "-" + key}
	answer := must(api.PostMovementWithResponse(ctx, params, movement))
	if answer.JSON201 == nil {
		panic(string(answer.Body))
	}
	return answer.JSON201.Transactions[0]
}

func receive(key string, qty int64) int64 {
	lot := "LOT-1"
	day := must(time.Parse(time.DateOnly, os.Getenv("CLIENT_EXPIRY")))
	return post(key, client.MovementRequest{
		Type:       client.MovementRequestTypeReceive,
		Qty:        qty,
		SkuCode:    &sku,
		LotNumber:  &lot,
		ExpiryDate: &openapi_types.Date{Time: day},
	}).BalanceAfter
}

func main() {
	api = must(client.NewClientWithResponses(
		os.Getenv("CLIENT_URL"),
		client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv("CLIENT_KEY"))
			return nil
		}),
	))

	received := receive("receive", 100)
	kind, order := "order", "ORD-"+sku
	drawn := post("fulfill", client.MovementRequest{
		Type:      client.MovementRequestTypeFulfill,
		Qty:       60,
		SkuCode:   &sku,
		Reference: &client.Reference{Type: &kind, Id: &order},
	}).Qty
	var balance int64
	for time := range 3 {
		balance = receive(fmt.Sprintf("much-%d", time), 1_000_000_000)
	}
	stock := must(api.ListStockWithResponse(ctx, &client.ListStockParams{SkuCode: &sku}))

	ids, pages := map[string]bool{}, 0
	var cursor *string
	for pages == 0 || cursor != nil {
		limit := int32(2)
		params := &client.ListTransactionsParams{SkuCode: &sku, Limit: &limit, Cursor: cursor}
		page := must(api.ListTransactionsWithResponse(ctx, params)).JSON200
		for _, entry := range page.Data {
			ids[entry.Id.String()] = true
		}
		pages, cursor = pages+1, page.NextCursor
	}

	events := client.EventSelection{"stock.changed"}
	endpoint := must(api.CreateWebhookWithResponse(ctx, client.WebhookEndpointRequest{
		Url:    os.Getenv("CLIENT_HOOK"),
		Events: &events,
	})).JSON201
	deleted := must(api.DeleteWebhookByIdWithResponse(ctx, endpoint.Id)).JSON200

	fmt.Println(string(must(json.Marshal(map[string]any{
		"received": received,
		"drawn":    drawn,
		"balance":  balance,
		"listed":   stock.JSON200.Data[0].OnHand,
		"walked":   len(ids),
		"pages":    pages,
		"webhook":  endpoint.Secret[:6] == "whsec_" && deleted.Deleted,
	}))))
}
