import { linkTo } from '../../frame/route.js';

/** Shown if a page needs the chain but no node is set. */
export const NoNode = () => (
  <p class="card">
    <span>
      This page reads the chain, but you have not set an RPC node.{' '}
      <a href={linkTo('settings')}>Settings: service, node and token</a>
    </span>
  </p>
);
