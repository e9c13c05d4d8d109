import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import './small-heap.ts';

// Caches compiled code (types stripped) for the next start, which then takes little more than half the time.
// If nothing can be written, every start takes as long as the first.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node'));
await import('./run.ts');
