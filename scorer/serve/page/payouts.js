export function payoutsOf() { return null; }
