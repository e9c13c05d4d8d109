import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

// Makes V8 collect garbage earlier than by default, so that the shop fits on a small machine: strangers can
// send endlessly many different public requests, and each leaves garbage behind. Set here and not on the
// command line, so that it works however the server is started; before anything else is loaded, because the
// young generation never shrinks.

// Collects the whole heap once it is 80 % larger than what was in use after the last collection; by default
// V8 lets it grow to several times that. At 30 % an answer that isn't cached costs twice the CPU. At 100 and
// 120 % 60,000 distinct requests cost 1 and 2 % less, and the shop needs 266 and 272 MB instead of 240.
setFlagsFromString('--heap-growing-percent=80');

// Lets the young generation grow from 2 MB to 8 by filling it, and keeps it there: each collection has a cost of its own,
// and at 2 MB answers cost a fifth more CPU. At 16 and 32 MB they cost no less.
setFlagsFromString('--semi-space-growth-factor=4');
const filling: number[][] = [];
while (youngBytes() < 8e6 && filling.length < 2000) filling.push(new Array<number>(1000).fill(0.5));
setFlagsFromString('--semi-space-growth-factor=1');

function youngBytes(): number {
  return (
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
  );
}
