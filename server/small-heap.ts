import { setFlagsFromString } from 'node:v8';

// V8 collects garbage earlier than it does by itself, so that the shop fits on a small machine: a
// stranger can ask endlessly many public questions that differ, and each leaves garbage behind. Set
// here and not on the command line, so that it works however the server is started; before anything
// else is loaded, since the young generation never shrinks.

// All of the heap is collected once it is 80 % larger than what was in use the last time; by itself
// V8 lets it grow several times as large. At 30 % an answer that isn't stored costs twice the CPU. At 100
// and 120 % 60,000 distinct questions cost 1 and 2 % less, and the shop needs 266 and 272 MB, not 240.
setFlagsFromString('--heap-growing-percent=80');
// The young generation stays as small as it begins.
setFlagsFromString('--semi-space-growth-factor=1');
