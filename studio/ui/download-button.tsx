import { type ReactNode, useState } from 'react';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button, type ButtonProps } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../api/studio-client.ts';

interface DownloadButtonProps extends Pick<ButtonProps, 'variant' | 'aria-label'> {
  /** The file's URL. */
  readonly href: string;
  readonly children: ReactNode;
}

/**
 * Has the browser download a file of any size and show the progress. Checks the session first, because after
 * it has ended the error page would be saved as the download.
 */
export function DownloadButton({ href, children, ...button }: DownloadButtonProps) {
  const [isAsking, setAsking] = useState(false);

  async function start(): Promise<void> {
    if (isAsking) return;
    setAsking(true);
    try {
      await request('me');
      location.assign(href);
    } catch (error) {
      toast.error(messageOf(error, 'The shop can’t be reached. Please try again.'));
    }
    setAsking(false);
  }

  return (
    <Button {...button} aria-busy={isAsking} onClick={() => void start()}>
      <Icon name="download" size={20} />
      {children}
    </Button>
  );
}
