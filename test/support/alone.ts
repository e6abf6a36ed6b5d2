/** What a platform of one database has, where the cells of several would be named. */
export function alone<Value>(value: Value): ReadonlyMap<string | undefined, Value> {
  return new Map([[undefined, value]]);
}
