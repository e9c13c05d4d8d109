import type { ReactNode } from 'react';
import { accountCalls } from '#contract/studio/account.ts';
import { Button, type ButtonProps } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useBusy } from '#ui/use-busy.ts';
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
  const [isAsking, begin] = useBusy('The shop can’t be reached. Please try again.');

  const start = () =>
    begin(async () => {
      await request(accountCalls.me);
      location.assign(href);
    });

  return (
    <Button {...button} aria-busy={isAsking} onClick={() => void start()}>
      <Icon name="download" size={20} />
      {children}
    </Button>
  );
}
