import { createServer } from 'node:http';

/** The answer that a bare server gives. */
export interface BareAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The baseline: node:http that sends the answer it is given, and nothing else. */
process.on('message', ({ status, headers, body }: BareAnswer) => {
  const bytes = Buffer.from(body);
  const head = status === 304 ? headers : { ...headers, 'Content-Length': bytes.length };
  const server = createServer((_request, response) => {
    response.writeHead(status, head);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () =>
    process.send?.({ port: (server.address() as { port: number }).port }),
  );
});
