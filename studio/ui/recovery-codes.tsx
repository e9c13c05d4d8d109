import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { saveBlob } from '#ui/save-blob.ts';
import { toast } from '#ui/toast.ts';
import form from './form.module.css';
import styles from './recovery-codes.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** Whose they are, for the saved or printed list. */
  readonly email: string;
  /** The label of the button that leaves. */
  readonly done: string;
  readonly onDone: () => void;
}

/** New recovery codes, which are never shown again, with the ways to save them. */
export function RecoveryCodes({ codes, email, done, onDone }: RecoveryCodesProps) {
  const [isSaved, setSaved] = useState(false);
  const title = `Recovery codes for the studio at ${location.host}`;
  const text = [title, email, '', ...codes, '', 'Each code works once.', ''].join('\n');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setSaved(true);
      toast.success('Copied');
    } catch {
      toast.error('The codes couldn’t be copied. Please download or print them.');
    }
  }

  return (
    <div className={form.form}>
      <div className={styles.sheet}>
        <p className={styles.onPaper}>
          {title}, {email}
        </p>
        <ol className={styles.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className="line-3">
        <Button variant="paper" onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          variant="paper"
          onClick={() => {
            saveBlob(new Blob([text], { type: 'text/plain' }), 'studio-recovery-codes.txt');
            setSaved(true);
          }}
        >
          Download
        </Button>
        <Button
          variant="paper"
          onClick={() => {
            print();
            setSaved(true);
          }}
        >
          Print
        </Button>
      </div>
      <Button disabled={!isSaved} onClick={onDone}>
        {done}
      </Button>
      {!isSaved && (
        <p className="soft">First copy, download or print them: you can’t see them again.</p>
      )}
    </div>
  );
}
