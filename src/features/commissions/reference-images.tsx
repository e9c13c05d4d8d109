import { useEffect, useRef, useState } from 'react';
import { newUuid } from '#contract/wire/new-uuid.ts';
import type { Picture } from '#offline/outbox/rows.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { formatBytes } from '#ui/format-bytes.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './reference-images.module.css';

function picturesOf(files: FileList | null): Picture[] {
  return [...(files ?? [])].map((file) => ({ id: newUuid(), file }));
}

interface PreviewProps {
  readonly file: File;
  readonly onRemove: () => void;
}

function Preview({ file, onRemove }: PreviewProps) {
  const [url, setUrl] = useState<string>();
  const [isReadable, setReadable] = useState(true);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <li className={styles.preview}>
      <span className={styles.picture}>
        {url && isReadable && (
          <img src={url} alt="" decoding="async" onError={() => setReadable(false)} />
        )}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{file.name}</span>
        <span className="note">{formatBytes(file.size)}</span>
      </span>
      <Button variant="icon" aria-label={`Remove ${file.name}`} onClick={onRemove}>
        <Icon name="trash" size={20} />
      </Button>
    </li>
  );
}

interface ReferenceImagesProps {
  readonly label?: string;
  readonly images: readonly Picture[];
  readonly error?: string | undefined;
  readonly onChange: (images: readonly Picture[]) => void;
}

/** Reference images: added in one or several steps, and removed one by one. */
export function ReferenceImages({
  label = 'Reference images',
  images,
  error,
  onChange,
}: ReferenceImagesProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!input.current) return;
    // Puts all chosen files into the input, so that it reports their number after several additions and removals.
    const transfer = new DataTransfer();
    for (const { file } of images) transfer.items.add(file);
    input.current.files = transfer.files;
  }, [images]);
  return (
    <div className="stack-3">
      <Field
        label={label}
        error={error}
        hint="JPEG, PNG, WebP or AVIF; up to 10 images, 10 MB each."
      >
        {(control) => (
          <input
            ref={input}
            {...control}
            className={styles.input}
            type="file"
            accept="image/*"
            multiple
            onChange={({ target }) => onChange([...images, ...picturesOf(target.files)])}
          />
        )}
      </Field>
      {images.length > 0 && (
        <ul className="stack-2" aria-label="Chosen pictures">
          {images.map(({ id: pictureId, file }) => (
            <Preview
              key={pictureId}
              file={file}
              onRemove={() => onChange(images.filter((other) => other.id !== pictureId))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
