/** Rows whose price is being typed, by their ids. */
export type OpenRows<Row> = ReadonlyMap<string, Row>;

interface Identified {
  readonly id: string;
  readonly version: number;
}

/** What an answer says of a row. */
export type ChangedRow<Row extends Identified> = Partial<Row> & Identified;

/** A row as an answer has it, unless the row is newer: answers can arrive in any order. */
export function newerOf<Row extends Identified>(row: Row, answer: ChangedRow<Row>): Row {
  return answer.version < row.version ? row : { ...row, ...answer };
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

/** Shows what an answer says of a row, unless it was closed meanwhile. */
export function withChanged<Row extends Identified>(
  open: OpenRows<Row>,
  answer: ChangedRow<Row>,
): OpenRows<Row> {
  const row = open.get(answer.id);
  return row ? withOpen(open, newerOf(row, answer)) : open;
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
