import { isUnderWay, type Sending } from '../../designs/files/upload-queue.ts';

/** A matched file in the queue of uploads. */
export interface QueuedFile {
  /** Of its upload. */
  readonly key: string;
  readonly bytes: number;
}

/** How far the uploads of some files are. Those that were removed from the queue are neither done nor failed. */
export function uploadProgress(
  files: readonly QueuedFile[],
  { sendings, finished }: { sendings: readonly Sending[]; finished: ReadonlySet<string> },
) {
  const byKey = new Map(sendings.map((sending) => [sending.key, sending]));
  const own = files.flatMap(({ key }) => byKey.get(key) ?? []);
  const done = files.filter(({ key }) => finished.has(key));
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
  return {
    current: own.find(isUnderWay),
    failed: own.filter(({ state }) => state === 'failed'),
    done: done.length,
    removed: files.length - own.length - done.length,
    sentBytes: sum([...done.map(({ bytes }) => bytes), ...own.map(({ received }) => received)]),
    bytes: sum([...done.map(({ bytes }) => bytes), ...own.map(({ file }) => file.size)]),
    isOver: !own.some((each) => isUnderWay(each) || each.state === 'queued'),
  };
}
