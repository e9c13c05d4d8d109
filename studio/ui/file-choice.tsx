import { type DragEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { importFileBytes } from '#contract/studio/imports.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { Card } from './card.tsx';
import styles from './file-choice.module.css';
import formStyles from './form.module.css';

/** Long enough to upload a large file over a slow connection and to read it. */
const uploadMs = 10 * 60_000;
const megabytes = importFileBytes / 1024 / 1024;

interface FileChoiceProps {
  readonly title: string;
  readonly text: string;
  /** The name of the file picker. */
  readonly label: string;
  /** Sends a file; returns the path of the screen that shows what it would do, null if this one does. */
  readonly onSend: (file: File, timeoutMs: number) => Promise<string | null>;
}

/** Takes a CSV, chosen or dropped, and opens its dry run. A refused file can be sent again. */
export function FileChoice({ title, text, label, onSend }: FileChoiceProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<File | null>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);

  async function send(file: File): Promise<void> {
    if (isSending) return;
    setSent(file);
    setProblem(null);
    if (file.size > importFileBytes) {
      setProblem(`This file is larger than ${megabytes} MB. Please split it.`);
      return;
    }
    setSending(true);
    try {
      const path = await onSend(file, uploadMs);
      if (path === null) setSending(false);
      else navigate(path);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message || 'The shop can’t be reached right now.');
      setSending(false);
    }
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void send(file);
  }

  return (
    <Card title={title} text={text}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside */}
      <div
        className={joinClasses(styles.drop, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          hidden
          aria-label={label}
          accept=".csv,text/csv"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // Lets the same file be chosen again.
            target.value = '';
            if (file) void send(file);
          }}
        />
        <Button
          aria-disabled={isSending}
          aria-busy={isSending}
          onClick={() => {
            if (!isSending) input.current?.click();
          }}
        >
          {isSending ? 'Reading the file…' : 'Choose a file'}
        </Button>
        <p className={styles.soft}>
          {isSending && sent ? sent.name : `or drop it here, up to ${megabytes} MB`}
        </p>
      </div>
      {problem !== null && (
        <div className={formStyles.notice} role="alert">
          <p>{problem}</p>
          {sent && (
            <Button variant="quiet" onClick={() => void send(sent)}>
              Send {sent.name} again
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
