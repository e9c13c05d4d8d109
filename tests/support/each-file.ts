import { afterAll } from 'vitest';
import { endFile } from './at-end-of-file.ts';

// Run for each file of tests. A hook in a module that files share is known to the first of them alone.
afterAll(endFile);
