import { type ReactNode, useRef } from 'react';
import type { UploadKind } from '#contract/studio/files.ts';
import { Button, type ButtonProps } from '#ui/button.tsx';

interface FilePickProps extends Pick<ButtonProps, 'variant' | 'aria-label'> {
  readonly kind: UploadKind;
  readonly isMultiple?: boolean;
  readonly onPick: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** A button that opens the device's file picker. */
export function FilePick({ kind, isMultiple = false, onPick, children, ...button }: FilePickProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="paper" {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={isMultiple}
        {...(kind === 'image' && { accept: 'image/png,image/jpeg,image/webp' })}
        onChange={({ target }) => {
          onPick([...(target.files ?? [])]);
          // Lets the same file be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
