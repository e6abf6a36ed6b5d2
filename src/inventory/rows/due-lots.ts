/**
 * A `LotAtLocation` as `lot`, of each row of `due`, which is a part of `lot`; beside it `location`, whose time
 * zone says what day it is there. The end of a list of columns and what they come from.
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
