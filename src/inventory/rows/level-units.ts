/**
 * Joins a `level` with today's date at its location and with its units. The level's row holds the quarantined units;
 * expired ones are summed over the expired lots alone, or over so many of them as `limit` says; `lots` counts these.
 */
export const levelUnits = (limit = '') => `
     cross join lateral (
           select (now() at time zone time_zone)::date as today from location
            where id = level.location_id and organization_id = level.organization_id
            limit 1) here
     cross join lateral (
           select coalesce(sum(lot.on_hand), 0)::bigint as on_hand,
                  coalesce(sum(lot.reserved), 0)::bigint as reserved, count(*) as lots
             from (
           select lot.on_hand, lot.reserved
             from lot
            where lot.organization_id = level.organization_id and lot.sku_id = level.sku_id
              and lot.location_id = level.location_id and lot.in_stock and lot.expiry_date < here.today
              and lot.status = 'released' ${limit}) lot) expired
     cross join lateral (
           select level.on_hand - level.reserved - (level.quarantined - level.quarantined_reserved)
                  - (expired.on_hand - expired.reserved) as available) units`;

export const LEVEL_UNITS = levelUnits();
