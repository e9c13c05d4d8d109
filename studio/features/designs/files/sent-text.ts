import { formatBytes } from '#ui/format-bytes.ts';

/** How far an upload is, such as "3 MB of 12 MB (25%)". It is 100% only once every byte is there. */
export function sentText(sent: number, bytes: number): string {
  const percent = bytes === 0 ? 100 : Math.floor((sent / bytes) * 100);
  return `${formatBytes(sent)} of ${formatBytes(bytes)} (${percent}%)`;
}
