/** Rows whose price is being typed, by their ids. */
export type OpenRows<Row> = ReadonlyMap<string, Row>;

interface Identified {
  readonly id: string;
}

/** Adds a row, or replaces it. */
export function withOpen<Row extends Identified>(open: OpenRows<Row>, row: Row): OpenRows<Row> {
  return new Map(open).set(row.id, row);
}

/** Ends that a row is open. */
export function withoutOpen<Row>(open: OpenRows<Row>, id: string): OpenRows<Row> {
  const left = new Map(open);
  left.delete(id);
  return left;
}

/** Replaces a row that was changed, unless it was closed meanwhile. */
export function withChanged<Row extends Identified>(open: OpenRows<Row>, row: Row): OpenRows<Row> {
  return open.has(row.id) ? withOpen(open, row) : open;
}

/** What a table shows: the listed rows, below the open ones that a reload dropped from them. */
export function shownRows<Row extends Identified>(
  open: OpenRows<Row>,
  listed: readonly Row[],
): readonly Row[] {
  const ids = new Set(listed.map(({ id }) => id));
  const dropped = [...open.values()].filter(({ id }) => !ids.has(id));
  return [...dropped, ...listed];
}
