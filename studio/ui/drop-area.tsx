import { type DragEvent, type ReactNode, useState } from 'react';
import styles from './drop-area.module.css';

interface DropAreaProps {
  /** What to drop; shown only where there is a mouse. */
  readonly title: string;
  readonly hint: string;
  /** The browser empties `dropped` afterwards, so it has to be read at once. */
  readonly onDrop: (dropped: DataTransfer) => void;
  /** The buttons that choose the same files. */
  readonly children: ReactNode;
}

/** An area to drop files on, as a shortcut for the buttons inside. */
export function DropArea({ title, hint, onDrop, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false);

  function over(event: DragEvent): void {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the buttons inside
    <div
      className={styles.area}
      data-over={isOver || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer);
      }}
    >
      <p className={styles.title} aria-hidden="true">
        {title}
      </p>
      {children}
      <p className="note">{hint}</p>
    </div>
  );
}
