/**
 * Options of a session that has the server end it if its shop stops, even with a lock: once it is idle outside of a
 * transaction for longer than the shop leaves it, or once its machine is gone.
 */
export function endsIfIdle(milliseconds: number): string {
  const keepAlive = 'idle=10 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';
  return `-c idle_session_timeout=${milliseconds} -c tcp_keepalives_${keepAlive}`;
}
