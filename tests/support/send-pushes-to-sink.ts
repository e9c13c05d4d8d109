import http, { type RequestOptions } from 'node:http';
import https from 'node:https';

// A shop loads this before its own code (`settings` in push-sink.ts): what it sends to push services then goes to the
// address in PUSH_SINK, as it is but without TLS.
const { hostname, port } = new URL(process.env.PUSH_SINK ?? '');
const request = (options: RequestOptions, answered: (answer: http.IncomingMessage) => void) => {
  const headers = { ...options.headers, host: options.hostname ?? '' };
  return http.request({ ...options, hostname, port, headers }, answered);
};
https.request = request as typeof https.request;
