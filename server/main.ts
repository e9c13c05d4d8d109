import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import './small-heap.ts';

// What a start compiled, types stripped, is kept for the next one, which then takes little more than
// half the time. Where nothing can be written, each starts as the first did.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node'));
await import('./run.ts');
