/**
 * Ends a select from `due`, whose rows are lots: the column `lot` is a `LotAtLocation`, and `location` is joined for
 * its time zone, which decides the day there.
 */
export const LOT_OF_DUE = `json_build_object(
            'organizationId', due.organization_id, 'skuId', due.sku_id, 'locationId', due.location_id,
            'lotNumber', due.lot_number,
            'naming', json_build_object('skuCode', sku.sku_code, 'productId', sku.product_id,
                                        'location', location.name)) as lot
     from due
    cross join lateral (
          select sku_code, product_id from sku
           where sku.id = due.sku_id and sku.organization_id = due.organization_id
           limit 1) sku
    cross join lateral (
          select name, time_zone from location
           where location.id = due.location_id and location.organization_id = due.organization_id
           limit 1) location`;
