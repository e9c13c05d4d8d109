/** The address of a sender that may include a name: `Pinwheel <hello@pinwheel.example>`. */
export function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;
}
