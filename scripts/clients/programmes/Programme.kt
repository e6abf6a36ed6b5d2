// The little programme with a client from openapi-generator's `kotlin`.
import java.time.LocalDate
import java.util.UUID
import org.openapitools.client.apis.InventoryApi
import org.openapitools.client.apis.WebhooksApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.models.EventType
import org.openapitools.client.models.MovementRequest
import org.openapitools.client.models.Reference
import org.openapitools.client.models.WebhookEndpointRequest

val sku: String = System.getenv("CLIENT_SKU")

fun main() {
    ApiClient.accessToken = System.getenv("CLIENT_KEY")
    val inventory = InventoryApi(System.getenv("CLIENT_URL"))
    val webhooks = WebhooksApi(System.getenv("CLIENT_URL"))

    fun receive(key: String, qty: Long): Long {
        val movement = MovementRequest(
            type = MovementRequest.Type.receive,
            qty = qty,
            skuCode = sku,
            lotNumber = "LOT-1",
            expiryDate = LocalDate.parse(System.getenv("CLIENT_EXPIRY")),
        )
        return inventory.postMovement("$sku-$key", movement).transactions[0].balanceAfter
    }

    val received = receive("receive", 100)
    val draw = MovementRequest(
        type = MovementRequest.Type.fulfill,
        qty = 60,
        skuCode = sku,
        reference = Reference(type = "order", id = "ORD-$sku"),
    )
    val drawn = inventory.postMovement("$sku-fulfill", draw).transactions[0].qty
    val balance = (0..2).map { receive("much-$it", 1_000_000_000) }.last()
    val listed = inventory.listStock(skuCode = sku).data[0].onHand

    val ids = mutableSetOf<UUID>()
    var pages = 0
    var cursor: String? = null
    do {
        val page = inventory.listTransactions(skuCode = sku, limit = 2, cursor = cursor)
        ids += page.data.map { it.id }
        cursor = page.nextCursor
        pages += 1
    } while (cursor != null)

    val endpoint = webhooks.createWebhook(
        WebhookEndpointRequest(
            url = System.getenv("CLIENT_HOOK"),
            events = listOf(EventType.stockPeriodChanged),
        ),
    )
    val deleted = webhooks.deleteWebhookById(endpoint.id).deleted

    println(
        """{"received":$received,"drawn":$drawn,"balance":$balance,"listed":$listed,"walked":${ids.size},""" +
            """"pages":$pages,"webhook":${endpoint.secret.startsWith("whsec_") && deleted}}""",
    )
}
