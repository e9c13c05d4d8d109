import type { Brand as BrandLook } from '#contract/shop/content.ts';
import { logoBox } from '#contract/shop/look.ts';
import { logoPath } from '#contract/shop/paths.ts';
import { Pinwheel } from './pinwheel.tsx';

interface BrandMarkProps {
  /** Undefined until it is known. */
  readonly look: BrandLook | undefined;
  /** Its height in CSS pixels. */
  readonly size: number;
  /** Stands in for the logo; empty where the name is beside it. */
  readonly alt?: string;
  readonly className?: string | undefined;
}

/** The shop's picture: its logo, or else the pinwheel. None if the shop shows its name alone. */
export function BrandMark({ look, size, alt = '', className }: BrandMarkProps) {
  const { logo, mark } = look ?? {};
  if (mark === 'name') return null;
  if (!logo) return <Pinwheel size={size} className={className} />;
  return (
    <img
      src={logoPath(logo.hash, 'webp')}
      {...logoBox(logo, size)}
      alt={alt}
      className={className}
    />
  );
}

interface BrandProps extends Pick<BrandMarkProps, 'look' | 'size'> {
  readonly name: string;
}

/** The shop's picture and its name, or the one of them that its look shows. */
export function Brand({ name, look, size }: BrandProps) {
  const isAlone = look?.mark === 'picture';
  const isNamed = isAlone && look?.logo !== undefined;
  return (
    <>
      <BrandMark look={look} size={size} alt={isNamed ? name : ''} />
      {!isNamed && <span className={isAlone ? 'visually-hidden' : undefined}>{name}</span>}
    </>
  );
}
