import type { DrawProgress } from './draw.ts';

/** Designs between two lines if the output is a file. */
const linesApart = 10;

/** Prints drawing progress: one line that updates in a terminal, an occasional line elsewhere. */
export function progressLine(output: NodeJS.WriteStream): (progress: DrawProgress) => void {
  return ({ designs: { drawn, total }, buyable }) => {
    const isDone = buyable === total;
    const line = isDone
      ? `The demo studio is drawn: ${total} designs.`
      : `Drawing the demo studio: ${drawn} of ${total} designs shown, ${buyable} ready to buy`;
    if (output.isTTY) output.write(`\r\u001b[K${line}${isDone ? '\n' : ''}`);
    else if (isDone || (drawn + buyable) % linesApart === 0) output.write(`${line}\n`);
  };
}
