/** The part of yazl that archive.ts uses; the package brings no types. */
declare module 'yazl' {
  export class ZipFile {
    readonly outputStream: NodeJS.ReadableStream;
    addBuffer(
      buffer: Buffer,
      name: string,
      options: { mtime: Date; mode: number; compress: boolean },
    ): void;
    end(): void;
  }
}
