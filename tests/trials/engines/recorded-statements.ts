import pg from 'pg';

/** A statement as a shop sends it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What this process sends to PostgreSQL while `work` runs, in order; each list without waiting for an answer. */
export async function recordedStatements(work: () => Promise<unknown>): Promise<Statement[][]> {
  const batches: Statement[][] = [];
  let isOpen = false;
  const { query } = pg.Client.prototype;
  const recording = function (this: pg.Client, ...sent: readonly unknown[]): unknown {
    const [first, values] = sent as [string | Partial<Statement>, Statement['values'] | undefined];
    const statement = typeof first === 'string' ? { text: first, values } : first;
    if (!isOpen) {
      batches.push([]);
      isOpen = true;
      process.nextTick(() => {
        isOpen = false;
      });
    }
    batches.at(-1)?.push({ text: statement.text ?? '', values: statement.values ?? [] });
    return Reflect.apply(query, this, sent);
  };
  pg.Client.prototype.query = recording as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return batches;
}
