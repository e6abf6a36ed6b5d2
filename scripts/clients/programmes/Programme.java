// The little programme with a client from openapi-generator's `java`, library `native`.
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.InventoryApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.EventType;
import org.openapitools.client.model.LedgerTransaction;
import org.openapitools.client.model.LedgerTransactionList;
import org.openapitools.client.model.MovementRequest;
import org.openapitools.client.model.Reference;
import org.openapitools.client.model.WebhookEndpointRequest;
import org.openapitools.client.model.WebhookEndpointWithSecret;

public class Programme {
  static final String SKU = System.getenv("CLIENT_SKU");
  static InventoryApi inventory;

  static long receive(String key, long qty) throws ApiException {
    MovementRequest movement =
        new MovementRequest()
            .type(MovementRequest.TypeEnum.RECEIVE)
            .qty(qty)
            .skuCode(SKU)
            .lotNumber("LOT-1")
            .expiryDate(LocalDate.parse(System.getenv("CLIENT_EXPIRY")));
    return inventory.postMovement(SKU + "-" + key, movement).getTransactions().get(0).getBalanceAfter();
  }

  public static void main(String[] words) throws ApiException {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("CLIENT_URL"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("CLIENT_KEY")));
    inventory = new InventoryApi(client);
    WebhooksApi webhooks = new WebhooksApi(client);

    long received = receive("receive", 100);
    MovementRequest draw =
        new MovementRequest()
            .type(MovementRequest.TypeEnum.FULFILL)
            .qty(60L)
            .skuCode(SKU)
            .reference(new Reference().type("order").id("ORD-" + SKU));
    long drawn = inventory.postMovement(SKU + "-fulfill", draw).getTransactions().get(0).getQty();
    long balance = 0;
    for (int time = 0; time < 3; time++) balance = receive("much-" + time, 1_000_000_000L);
    long listed =
        inventory.listStock(SKU, null, null, null, null, null, null).getData().get(0).getOnHand();

    Set<UUID> ids = new HashSet<>();
    int pages = 0;
    String cursor = null;
    do {
      LedgerTransactionList page =
          inventory.listTransactions(SKU, null, null, null, null, null, null, 2, cursor);
      for (LedgerTransaction entry : page.getData()) ids.add(entry.getId());
      cursor = page.getNextCursor();
      pages++;
    } while (cursor != null);

    WebhookEndpointWithSecret endpoint =
        webhooks.createWebhook(
            new WebhookEndpointRequest()
                .url(System.getenv("CLIENT_HOOK"))
                .events(List.of(EventType.STOCK_CHANGED)));
    boolean deleted = webhooks.deleteWebhookById(endpoint.getId()).getDeleted();

    System.out.printf(
        "{\"received\":%d,\"drawn\":%d,\"balance\":%d,\"listed\":%d,\"walked\":%d,\"pages\":%d,\"webhook\":%b}%n",
        received, drawn, balance, listed, ids.size(), pages,
        endpoint.getSecret().startsWith("whsec_") && deleted);
  }
}
