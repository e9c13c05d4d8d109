/** How far a move or a restore is. */
export interface Progress {
  readonly step: 'copying rows' | 'checking rows' | 'copying files' | 'checking files';
  /** The table or folder at hand. */
  readonly what: string;
  readonly done: number;
  readonly total: number;
}

export type OnProgress = (progress: Progress) => void;

const barWidth = 24;

/** Prints progress: one line that updates in a terminal, a line per tenth elsewhere. */
export function progressLine(output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): OnProgress {
  let printed = '';
  return ({ step, what, done, total }) => {
    const part = total === 0 ? 1 : done / total;
    const bar = '#'.repeat(Math.floor(part * barWidth)).padEnd(barWidth, '.');
    const count = (value: number) => value.toLocaleString('en');
    const line = `${step.padEnd(14)} [${bar}] ${count(done)} of ${count(total)}`;
    if (output.isTTY) {
      output.write(`\r\u001b[K${line}${part === 1 ? '\n' : ` · ${what}`}`);
      return;
    }
    const tenth = `${step} ${Math.floor(part * 10)}`;
    if (tenth === printed) return;
    printed = tenth;
    output.write(`${line}\n`);
  };
}
