import { parentPort, workerData } from 'node:worker_threads';
import type { Paper } from './paper.ts';
import { paperPdf } from './paper-pdf.ts';

/** Draws the paper in `workerData`, in a thread: fonts of thousands of letters take a while to read. */
parentPort?.postMessage(await paperPdf(workerData as Paper));
