import { sampleProofs, TYPICAL } from './sampleProof.js';
import { verify, parseProofText } from '../ts/proof/index.js';
const s=sampleProofs(TYPICAL);
const o={sport:s.sport,rootsAccount:s.rootsAccount};
const which=process.argv[2];
const f=which==='text'?()=>verify(parseProofText(s.text),o):which==='signed'?()=>verify(s.signed,{...o,oracleKeys:[s.oracleKey]}):()=>verify(s.single,o);
const n=which==='signed'?600:which==='text'?20000:60000;
let best=1e9;
for(let k=0;k<4;k++){const a=process.cpuUsage().user/1000;for(let i=0;i<n;i++)f();best=Math.min(best,process.cpuUsage().user/1000-a);}
console.log(which,(n/best*1000).toFixed(0),'/s',(best/n*1000).toFixed(1),'us');
