interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): object };
}

/**
 * The URL of a worker's script, as Trusted Types want it. `name` is one of the policies that the server's documents allow,
 * for this one URL; it can be made once.
 */
export function trustedScriptUrl(name: string, url: string): string {
  const policies = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes;
  if (!policies) return url;
  const policy = policies.createPolicy(name, { createScriptURL: () => url });
  // Browsers accept the trusted value where types know strings only.
  return policy.createScriptURL(url) as unknown as string;
}
