import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Confirm } from './confirm.tsx';

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Confirm>, 'onClose'> {
  readonly label: ReactNode;
  /** Its name for screen readers, if the label isn't enough. */
  readonly name?: string;
  readonly variant?: 'primary' | 'paper' | 'quiet';
}

/** A button that asks for confirmation first. */
export function ConfirmButton({ label, name, variant = 'quiet', ...asked }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant={variant} aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && <Confirm {...asked} onClose={() => setAsking(false)} />}
    </>
  );
}
