import { defineLinesmanProof } from '@linesman/sdk/page';

// One file for pages without a bundler: <script type="module" src="https://oracle.example/linesman-proof.js">.
defineLinesmanProof();
