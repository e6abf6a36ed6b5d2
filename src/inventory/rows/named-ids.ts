// The ids behind names, as conditions of a list compare with them; null, and so no row, where there is none.
// `own` is the placeholder of the organization.

export function skuOfCode(own: string, code: string): string {
  return `(select id from sku where organization_id = ${own}::uuid and sku_code = ${code}::text)`;
}

export function locationNamed(own: string, name: string): string {
  return `(select id from location where organization_id = ${own}::uuid and name = ${name}::text)`;
}
