/** Written by `npm run examples` from programs/artifacts/settlement.json. */
export type Settlement = {
  "address": "7j9xUk1EeZtgvFejkzGFN3h3sw527k9Av9WGahgNVkgY",
  "metadata": {
    "name": "settlement",
    "version": "1.0.0-rc.1",
    "spec": "0.1.0"
  },
  "instructions": [
    {
      "name": "bufferClose",
      "discriminator": [193,218,99,231,212,8,29,178],
      "accounts": [
        {
          "name": "owner",
          "writable": true,
          "signer": true,
          "relations": [
            "buffer"
          ]
        },
        {
          "name": "buffer",
          "writable": true
        }
      ],
      "args": []
    },
    {
      "name": "bufferCreate",
      "discriminator": [10,73,164,246,51,252,9,231],
      "accounts": [
        {
          "name": "owner",
          "writable": true,
          "signer": true
        },
        {
          "name": "buffer",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [98,117,102,102,101,114]
              },
              {
                "kind": "account",
                "path": "owner"
              },
              {
                "kind": "arg",
                "path": "id"
              }
            ]
          }
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        }
      ],
      "args": [
        {
          "name": "id",
          "type": "u64"
        },
        {
          "name": "length",
          "type": "u32"
        },
        {
          "name": "sha256",
          "type": {
            "array": [
              "u8",
              32
            ]
          }
        }
      ]
    },
    {
      "name": "bufferWrite",
      "discriminator": [123,29,39,50,68,109,63,94],
      "accounts": [
        {
          "name": "owner",
          "signer": true,
          "relations": [
            "buffer"
          ]
        },
        {
          "name": "buffer",
          "writable": true
        }
      ],
      "args": [
        {
          "name": "offset",
          "type": "u32"
        },
        {
          "name": "bytes",
          "type": {
            "defined": {
              "name": "chunk"
            }
          }
        }
      ]
    },
    {
      "name": "claim",
      "discriminator": [62,198,214,193,213,159,108,210],
      "accounts": [
        {
          "name": "pool",
          "writable": true
        },
        {
          "name": "position",
          "writable": true
        },
        {
          "name": "owner",
          "writable": true,
          "relations": [
            "position"
          ]
        },
        {
          "name": "vault",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [118,97,117,108,116]
              },
              {
                "kind": "account",
                "path": "pool"
              }
            ]
          }
        },
        {
          "name": "mint"
        },
        {
          "name": "destination",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "account",
                "path": "owner"
              },
              {
                "kind": "account",
                "path": "tokenProgram"
              },
              {
                "kind": "account",
                "path": "mint"
              }
            ],
            "program": {
              "kind": "account",
              "path": "associatedTokenProgram"
            }
          }
        },
        {
          "name": "payer",
          "writable": true,
          "signer": true
        },
        {
          "name": "tokenProgram"
        },
        {
          "name": "associatedTokenProgram",
          "address": "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        }
      ],
      "args": []
    },
    {
      "name": "close",
      "discriminator": [98,165,201,177,108,65,206,96],
      "accounts": [
        {
          "name": "creator",
          "writable": true,
          "signer": true
        },
        {
          "name": "pool",
          "writable": true
        },
        {
          "name": "vault",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [118,97,117,108,116]
              },
              {
                "kind": "account",
                "path": "pool"
              }
            ]
          }
        },
        {
          "name": "mint"
        },
        {
          "name": "feeAccount",
          "writable": true
        },
        {
          "name": "tokenProgram"
        }
      ],
      "args": []
    },
    {
      "name": "closeResult",
      "discriminator": [140,210,169,81,19,59,219,99],
      "accounts": [
        {
          "name": "payer",
          "writable": true,
          "signer": true,
          "relations": [
            "result"
          ]
        },
        {
          "name": "result",
          "writable": true
        }
      ],
      "args": []
    },
    {
      "name": "createMarket",
      "discriminator": [103,226,97,235,200,188,251,254],
      "accounts": [
        {
          "name": "creator",
          "writable": true,
          "signer": true
        },
        {
          "name": "market",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [109,97,114,107,101,116]
              },
              {
                "kind": "account",
                "path": "creator"
              },
              {
                "kind": "arg",
                "path": "id"
              }
            ]
          }
        },
        {
          "name": "vault",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [118,97,117,108,116]
              },
              {
                "kind": "account",
                "path": "market"
              }
            ]
          }
        },
        {
          "name": "mint"
        },
        {
          "name": "feeAccount"
        },
        {
          "name": "oracleConfig",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ],
            "program": {
              "kind": "arg",
              "path": "terms.oracleProgram"
            }
          }
        },
        {
          "name": "tokenProgram"
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        }
      ],
      "args": [
        {
          "name": "id",
          "type": "u64"
        },
        {
          "name": "terms",
          "type": {
            "defined": {
              "name": "terms"
            }
          }
        }
      ]
    },
    {
      "name": "createMarketFromBuffer",
      "discriminator": [102,114,193,203,205,60,249,67],
      "accounts": [
        {
          "name": "creator",
          "writable": true,
          "signer": true
        },
        {
          "name": "market",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [109,97,114,107,101,116]
              },
              {
                "kind": "account",
                "path": "creator"
              },
              {
                "kind": "arg",
                "path": "id"
              }
            ]
          }
        },
        {
          "name": "vault",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [118,97,117,108,116]
              },
              {
                "kind": "account",
                "path": "market"
              }
            ]
          }
        },
        {
          "name": "mint"
        },
        {
          "name": "feeAccount"
        },
        {
          "name": "oracleConfig"
        },
        {
          "name": "buffer"
        },
        {
          "name": "tokenProgram"
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        }
      ],
      "args": [
        {
          "name": "id",
          "type": "u64"
        }
      ]
    },
    {
      "name": "createParlay",
      "discriminator": [127,36,125,173,162,128,246,207],
      "accounts": [
        {
          "name": "creator",
          "writable": true,
          "signer": true
        },
        {
          "name": "parlay",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [112,97,114,108,97,121]
              },
              {
                "kind": "account",
                "path": "creator"
              },
              {
                "kind": "arg",
                "path": "id"
              }
            ]
          }
        },
        {
          "name": "vault",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [118,97,117,108,116]
              },
              {
                "kind": "account",
                "path": "parlay"
              }
            ]
          }
        },
        {
          "name": "mint"
        },
        {
          "name": "feeAccount"
        },
        {
          "name": "tokenProgram"
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        }
      ],
      "args": [
        {
          "name": "id",
          "type": "u64"
        },
        {
          "name": "terms",
          "type": {
            "defined": {
              "name": "parlayTerms"
            }
          }
        }
      ]
    },
    {
      "name": "finalise",
      "discriminator": [197,63,114,249,245,72,39,132],
      "accounts": [
        {
          "name": "market",
          "writable": true
        },
        {
          "name": "vault",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [118,97,117,108,116]
              },
              {
                "kind": "account",
                "path": "market"
              }
            ]
          }
        }
      ],
      "args": []
    },
    {
      "name": "finaliseMany",
      "discriminator": [241,24,159,62,203,58,130,5],
      "accounts": [],
      "args": []
    },
    {
      "name": "postResult",
      "discriminator": [209,11,193,110,192,1,142,9],
      "accounts": [
        {
          "name": "payer",
          "writable": true,
          "signer": true
        },
        {
          "name": "result",
          "writable": true
        },
        {
          "name": "roots"
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        }
      ],
      "args": [
        {
          "name": "fixtureId",
          "type": "i64"
        },
        {
          "name": "sport",
          "type": "u8"
        },
        {
          "name": "finality",
          "type": {
            "defined": {
              "name": "finalityPolicy"
            }
          }
        },
        {
          "name": "proof",
          "type": {
            "defined": {
              "name": "resultProof"
            }
          }
        },
        {
          "name": "witness",
          "type": {
            "option": {
              "defined": {
                "name": "statLeaf"
              }
            }
          }
        }
      ]
    },
    {
      "name": "postResultFromBuffer",
      "discriminator": [198,64,90,42,146,77,127,166],
      "accounts": [
        {
          "name": "payer",
          "writable": true,
          "signer": true
        },
        {
          "name": "result",
          "writable": true
        },
        {
          "name": "roots"
        },
        {
          "name": "buffer"
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        }
      ],
      "args": [
        {
          "name": "fixtureId",
          "type": "i64"
        },
        {
          "name": "sport",
          "type": "u8"
        },
        {
          "name": "finality",
          "type": {
            "defined": {
              "name": "finalityPolicy"
            }
          }
        }
      ]
    },
    {
      "name": "proposeVoid",
      "discriminator": [145,86,36,53,83,152,9,31],
      "accounts": [
        {
          "name": "market",
          "writable": true
        },
        {
          "name": "roots"
        },
        {
          "name": "instructionsSysvar",
          "address": "Sysvar1nstructions1111111111111111111111111"
        }
      ],
      "args": [
        {
          "name": "proof",
          "type": {
            "defined": {
              "name": "scoreProof"
            }
          }
        }
      ]
    },
    {
      "name": "settle",
      "discriminator": [175,42,185,87,144,131,102,212],
      "accounts": [
        {
          "name": "market",
          "writable": true
        },
        {
          "name": "roots"
        },
        {
          "name": "instructionsSysvar",
          "address": "Sysvar1nstructions1111111111111111111111111"
        }
      ],
      "args": [
        {
          "name": "proof",
          "type": {
            "defined": {
              "name": "scoreProof"
            }
          }
        },
        {
          "name": "witness",
          "type": {
            "option": {
              "defined": {
                "name": "statLeaf"
              }
            }
          }
        }
      ]
    },
    {
      "name": "settleFromBuffer",
      "discriminator": [76,134,154,182,113,216,25,140],
      "accounts": [
        {
          "name": "market",
          "writable": true
        },
        {
          "name": "roots"
        },
        {
          "name": "instructionsSysvar",
          "address": "Sysvar1nstructions1111111111111111111111111"
        },
        {
          "name": "buffer"
        }
      ],
      "args": []
    },
    {
      "name": "settleMany",
      "discriminator": [160,73,49,36,154,79,166,53],
      "accounts": [
        {
          "name": "result"
        }
      ],
      "args": []
    },
    {
      "name": "settleParlay",
      "discriminator": [51,60,177,79,214,52,6,22],
      "accounts": [
        {
          "name": "parlay",
          "writable": true
        },
        {
          "name": "market",
          "writable": true
        }
      ],
      "args": [
        {
          "name": "leg",
          "type": "u8"
        }
      ]
    },
    {
      "name": "stake",
      "discriminator": [206,176,202,18,200,209,179,108],
      "accounts": [
        {
          "name": "owner",
          "writable": true,
          "signer": true
        },
        {
          "name": "pool",
          "writable": true
        },
        {
          "name": "position",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [112,111,115,105,116,105,111,110]
              },
              {
                "kind": "account",
                "path": "pool"
              },
              {
                "kind": "account",
                "path": "owner"
              },
              {
                "kind": "arg",
                "path": "outcome"
              }
            ]
          }
        },
        {
          "name": "vault",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [118,97,117,108,116]
              },
              {
                "kind": "account",
                "path": "pool"
              }
            ]
          }
        },
        {
          "name": "mint"
        },
        {
          "name": "source",
          "writable": true
        },
        {
          "name": "tokenProgram"
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        }
      ],
      "args": [
        {
          "name": "outcome",
          "type": "u8"
        },
        {
          "name": "amount",
          "type": "u64"
        },
        {
          "name": "termsHash",
          "type": {
            "array": [
              "u8",
              32
            ]
          }
        }
      ]
    },
    {
      "name": "sweep",
      "discriminator": [40,23,234,175,14,61,154,177],
      "accounts": [
        {
          "name": "pool",
          "writable": true
        },
        {
          "name": "vault",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [118,97,117,108,116]
              },
              {
                "kind": "account",
                "path": "pool"
              }
            ]
          }
        },
        {
          "name": "mint"
        },
        {
          "name": "feeAccount",
          "writable": true
        },
        {
          "name": "tokenProgram"
        }
      ],
      "args": []
    },
    {
      "name": "void",
      "discriminator": [55,130,74,24,235,14,16,3],
      "accounts": [
        {
          "name": "pool",
          "writable": true
        },
        {
          "name": "vault",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [118,97,117,108,116]
              },
              {
                "kind": "account",
                "path": "pool"
              }
            ]
          }
        }
      ],
      "args": []
    }
  ],
  "accounts": [
    {
      "name": "market",
      "discriminator": [219,190,213,55,0,227,198,154]
    },
    {
      "name": "parlay",
      "discriminator": [122,11,112,152,79,17,172,36]
    },
    {
      "name": "position",
      "discriminator": [170,188,143,228,122,64,247,208]
    },
    {
      "name": "proofBuffer",
      "discriminator": [71,133,225,94,9,130,40,161]
    },
    {
      "name": "result",
      "discriminator": [62,156,164,146,253,216,207,198]
    }
  ],
  "events": [
    {
      "name": "bufferClosed",
      "discriminator": [199,220,232,142,169,28,45,247]
    },
    {
      "name": "bufferCreated",
      "discriminator": [27,196,15,156,31,48,80,48]
    },
    {
      "name": "bufferWritten",
      "discriminator": [228,0,218,242,79,138,86,195]
    },
    {
      "name": "claimed",
      "discriminator": [217,192,123,72,108,150,248,33]
    },
    {
      "name": "closed",
      "discriminator": [50,31,87,155,135,220,195,239]
    },
    {
      "name": "contradicted",
      "discriminator": [164,67,255,151,56,155,173,120]
    },
    {
      "name": "finalised",
      "discriminator": [202,90,120,99,168,10,238,151]
    },
    {
      "name": "legSettled",
      "discriminator": [79,51,184,196,232,188,99,19]
    },
    {
      "name": "marketCreated",
      "discriminator": [88,184,130,231,226,84,6,58]
    },
    {
      "name": "marketSettled",
      "discriminator": [237,212,22,175,201,117,215,99]
    },
    {
      "name": "parlayCreated",
      "discriminator": [11,70,72,134,98,195,108,85]
    },
    {
      "name": "proposed",
      "discriminator": [216,37,138,141,130,208,180,153]
    },
    {
      "name": "resultClosed",
      "discriminator": [179,157,192,229,57,133,252,13]
    },
    {
      "name": "resultContradicted",
      "discriminator": [148,109,33,62,79,232,240,104]
    },
    {
      "name": "resultPosted",
      "discriminator": [82,92,231,184,57,147,106,5]
    },
    {
      "name": "staked",
      "discriminator": [11,146,45,205,230,58,213,240]
    },
    {
      "name": "swept",
      "discriminator": [254,138,9,198,192,61,165,135]
    },
    {
      "name": "voidProposed",
      "discriminator": [76,170,162,35,179,110,55,23]
    },
    {
      "name": "voided",
      "discriminator": [32,48,163,95,71,91,86,179]
    }
  ],
  "errors": [
    {
      "code": 6200,
      "name": "invalidTerms",
      "msg": "The terms are out of bounds; the log names the bound"
    },
    {
      "code": 6201,
      "name": "invalidOutcomes",
      "msg": "The outcomes are not valid; the log says why"
    },
    {
      "code": 6202,
      "name": "invalidStatKeys",
      "msg": "The stat keys are not 1 to 5 distinct keys of the sport"
    },
    {
      "code": 6203,
      "name": "invalidPolicy",
      "msg": "The finality policy does not allow these keys, or needs a signer"
    },
    {
      "code": 6204,
      "name": "invalidTimes",
      "msg": "The times of the terms are out of bounds; the log names the bound"
    },
    {
      "code": 6205,
      "name": "invalidFee",
      "msg": "The fee is above 1,000 basis points"
    },
    {
      "code": 6206,
      "name": "invalidStakeLimits",
      "msg": "The stake limits are not 1 <= minimum <= maximum"
    },
    {
      "code": 6207,
      "name": "unknownSigner",
      "msg": "The signer is not the current or next key in the oracle's configuration"
    },
    {
      "code": 6208,
      "name": "unsupportedMint",
      "msg": "The mint has an extension that is not accepted; the log names it"
    },
    {
      "code": 6209,
      "name": "unsupportedTokenAccount",
      "msg": "The account is not a token account, or has an extension that is not accepted; the log says which"
    },
    {
      "code": 6210,
      "name": "termsHashMismatch",
      "msg": "The terms of the market are not the ones the staker agreed to"
    },
    {
      "code": 6211,
      "name": "marketNotOpen",
      "msg": "The market is not in the state this instruction needs"
    },
    {
      "code": 6212,
      "name": "stakingClosed",
      "msg": "Staking is closed"
    },
    {
      "code": 6213,
      "name": "stakeOutOfRange",
      "msg": "The stake is outside the limits of the terms"
    },
    {
      "code": 6214,
      "name": "unknownOutcome",
      "msg": "The market has no such outcome"
    },
    {
      "code": 6215,
      "name": "tooEarly",
      "msg": "Staking is still open: the market cannot be settled before stakes_close"
    },
    {
      "code": 6216,
      "name": "outsideTimeBounds",
      "msg": "The proven event is not between the terms' earliest and latest"
    },
    {
      "code": 6217,
      "name": "wrongFixture",
      "msg": "The proof is of another fixture"
    },
    {
      "code": 6218,
      "name": "wrongStatKeys",
      "msg": "The proof is not of exactly the terms' stat keys in their order"
    },
    {
      "code": 6219,
      "name": "notFinal",
      "msg": "No present leaf has a period that the finality policy accepts"
    },
    {
      "code": 6220,
      "name": "missingWitness",
      "msg": "Every stat is absent: a finality witness is needed"
    },
    {
      "code": 6221,
      "name": "signatureRequired",
      "msg": "The finality policy needs a payload signed by the stored signer"
    },
    {
      "code": 6222,
      "name": "notNewer",
      "msg": "The proven event is not newer than the proposed one"
    },
    {
      "code": 6223,
      "name": "windowOpen",
      "msg": "The challenge window is still open"
    },
    {
      "code": 6224,
      "name": "nothingProposed",
      "msg": "Nothing is proposed"
    },
    {
      "code": 6225,
      "name": "voidTooEarly",
      "msg": "The market cannot be voided before void_after"
    },
    {
      "code": 6226,
      "name": "notDecided",
      "msg": "The market is neither final nor void"
    },
    {
      "code": 6227,
      "name": "positionsOpen",
      "msg": "The market still has open positions or a parlay that holds it"
    },
    {
      "code": 6228,
      "name": "wrongOwner",
      "msg": "The account does not belong to the owner of the position"
    },
    {
      "code": 6229,
      "name": "vaultInvariant",
      "msg": "The vault would hold less than the market owes"
    },
    {
      "code": 6230,
      "name": "wrongVault",
      "msg": "The vault is not the market's"
    },
    {
      "code": 6231,
      "name": "wrongMint",
      "msg": "The mint is not the market's"
    },
    {
      "code": 6232,
      "name": "wrongFeeAccount",
      "msg": "The fee account is not the market's"
    },
    {
      "code": 6233,
      "name": "unauthorizedCreator",
      "msg": "Only the creator may do this"
    },
    {
      "code": 6234,
      "name": "wrongOracle",
      "msg": "The roots account does not belong to the market's oracle program"
    },
    {
      "code": 6235,
      "name": "wrongRootsAddress",
      "msg": "The roots account is not at its derived address"
    },
    {
      "code": 6236,
      "name": "mathOverflow",
      "msg": "An amount is out of range"
    },
    {
      "code": 6237,
      "name": "unequalPeriods",
      "msg": "The leaves of the proof have different periods"
    },
    {
      "code": 6238,
      "name": "wrongPosition",
      "msg": "The position is not of this market"
    },
    {
      "code": 6239,
      "name": "nothingToSweep",
      "msg": "Retired: nothing raises it; a sweep of nothing succeeds"
    },
    {
      "code": 6240,
      "name": "abandonmentNotAllowed",
      "msg": "The terms do not let an abandonment void the market"
    },
    {
      "code": 6241,
      "name": "notAbandoned",
      "msg": "No present leaf says that the fixture was abandoned or cancelled"
    },
    {
      "code": 6242,
      "name": "invalidBuffer",
      "msg": "The buffer has no byte or more than 10,000, or the write is empty or goes past its end"
    },
    {
      "code": 6243,
      "name": "bufferNotSealed",
      "msg": "The bytes in the buffer are not the announced ones: it is not written to the end"
    },
    {
      "code": 6244,
      "name": "wrongBuffer",
      "msg": "The buffer is not the one of its owner and number, or of another owner"
    },
    {
      "code": 6245,
      "name": "invalidParlay",
      "msg": "The parlay is not valid; the log says why"
    },
    {
      "code": 6246,
      "name": "wrongLeg",
      "msg": "The market is not the leg of the parlay"
    },
    {
      "code": 6247,
      "name": "legOpen",
      "msg": "The market of the leg is neither final nor void yet"
    },
    {
      "code": 6248,
      "name": "legCopied",
      "msg": "The result of the leg is copied already"
    },
    {
      "code": 6249,
      "name": "legsOpen",
      "msg": "The parlay still waits for legs"
    },
    {
      "code": 6250,
      "name": "termsTooLarge",
      "msg": "The terms have more than 64 targets and predicates, or more than 2,048 bytes"
    },
    {
      "code": 6251,
      "name": "unknownVersion",
      "msg": "The account has a layout that this program does not read"
    },
    {
      "code": 6252,
      "name": "wrongResult",
      "msg": "The result is not that of this oracle program, fixture, sport and finality policy"
    },
    {
      "code": 6253,
      "name": "unsupportedSport",
      "msg": "The sport is not 1, 2 or 6"
    },
    {
      "code": 6254,
      "name": "eventTooOld",
      "msg": "The proven event is new to the result and more than 90 days old"
    },
    {
      "code": 6255,
      "name": "contradictedResult",
      "msg": "The result is contradicted: two proofs of one update disagree"
    },
    {
      "code": 6256,
      "name": "nothingSettled",
      "msg": "None of the markets could be settled; the log says why the first could not"
    },
    {
      "code": 6257,
      "name": "factMissing",
      "msg": "The result has no fact about a stat key of the market"
    },
    {
      "code": 6258,
      "name": "resultTooYoung",
      "msg": "The result cannot be closed before 180 days after its latest fact, or 270 days after its event"
    },
    {
      "code": 6259,
      "name": "unauthorizedPayer",
      "msg": "Only the payer of the result's rent may do this"
    },
    {
      "code": 6260,
      "name": "notAMarket",
      "msg": "The account is not a writable market of this program"
    },
    {
      "code": 6261,
      "name": "factNotCurrent",
      "msg": "The result's fact about a stat key of the market is not of its latest event: post that key again"
    },
    {
      "code": 6262,
      "name": "resultsNotAllowed",
      "msg": "The terms do not let a result settle the market"
    },
    {
      "code": 6263,
      "name": "notAttested",
      "msg": "Fewer attesters than the terms ask for vouch for the root of the proven slot"
    }
  ],
  "types": [
    {
      "name": "attesters",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "set",
            "type": "pubkey"
          },
          {
            "name": "least",
            "type": "u8"
          }
        ]
      }
    },
    {
      "name": "binaryExpression",
      "type": {
        "kind": "enum",
        "variants": [
          {
            "name": "add"
          },
          {
            "name": "subtract"
          }
        ]
      }
    },
    {
      "name": "bufferClosed",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "buffer",
            "type": "pubkey"
          }
        ]
      }
    },
    {
      "name": "bufferCreated",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "buffer",
            "type": "pubkey"
          },
          {
            "name": "owner",
            "type": "pubkey"
          },
          {
            "name": "id",
            "type": "u64"
          },
          {
            "name": "length",
            "type": "u32"
          },
          {
            "name": "sha256",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          }
        ]
      }
    },
    {
      "name": "bufferWritten",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "buffer",
            "type": "pubkey"
          },
          {
            "name": "offset",
            "type": "u32"
          },
          {
            "name": "length",
            "type": "u32"
          }
        ]
      }
    },
    {
      "name": "chunk",
      "type": {
        "kind": "type",
        "alias": "bytes"
      }
    },
    {
      "name": "claimed",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "kind",
            "type": {
              "defined": {
                "name": "poolKind"
              }
            }
          },
          {
            "name": "pool",
            "type": "pubkey"
          },
          {
            "name": "owner",
            "type": "pubkey"
          },
          {
            "name": "outcome",
            "type": "u8"
          },
          {
            "name": "stake",
            "type": "u64"
          },
          {
            "name": "paid",
            "type": "u64"
          }
        ]
      }
    },
    {
      "name": "closed",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "kind",
            "type": {
              "defined": {
                "name": "poolKind"
              }
            }
          },
          {
            "name": "pool",
            "type": "pubkey"
          },
          {
            "name": "left",
            "type": "u64"
          }
        ]
      }
    },
    {
      "name": "compactProof",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "updateCount",
            "type": "u32"
          },
          {
            "name": "minTimestamp",
            "type": "i64"
          },
          {
            "name": "maxTimestamp",
            "type": "i64"
          },
          {
            "name": "updateIndex",
            "type": "u32"
          },
          {
            "name": "fixtureSiblings",
            "type": {
              "vec": {
                "array": [
                  "u8",
                  32
                ]
              }
            }
          },
          {
            "name": "mainIndex",
            "type": "u32"
          },
          {
            "name": "mainSiblings",
            "type": {
              "vec": {
                "array": [
                  "u8",
                  32
                ]
              }
            }
          },
          {
            "name": "period",
            "type": "i32"
          },
          {
            "name": "values",
            "type": {
              "vec": "i32"
            }
          },
          {
            "name": "absent",
            "type": "u8"
          },
          {
            "name": "zeroMap",
            "type": {
              "option": {
                "array": [
                  "u8",
                  32
                ]
              }
            }
          },
          {
            "name": "witness",
            "type": {
              "option": {
                "defined": {
                  "name": "compactWitness"
                }
              }
            }
          },
          {
            "name": "leafIndices",
            "type": {
              "vec": "u32"
            }
          },
          {
            "name": "hashes",
            "type": {
              "vec": {
                "array": [
                  "u8",
                  32
                ]
              }
            }
          },
          {
            "name": "eventStatRoot",
            "type": {
              "option": {
                "array": [
                  "u8",
                  32
                ]
              }
            }
          }
        ]
      }
    },
    {
      "name": "compactWitness",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "key",
            "type": "u32"
          },
          {
            "name": "value",
            "type": "i32"
          }
        ]
      }
    },
    {
      "name": "comparison",
      "type": {
        "kind": "enum",
        "variants": [
          {
            "name": "greaterThan"
          },
          {
            "name": "lessThan"
          },
          {
            "name": "equalTo"
          }
        ]
      }
    },
    {
      "name": "contradicted",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "market",
            "type": "pubkey"
          },
          {
            "name": "orderKey",
            "type": "u64"
          },
          {
            "name": "proposed",
            "type": "u8"
          },
          {
            "name": "shown",
            "type": "u8"
          }
        ]
      }
    },
    {
      "name": "finalised",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "kind",
            "type": {
              "defined": {
                "name": "poolKind"
              }
            }
          },
          {
            "name": "pool",
            "type": "pubkey"
          },
          {
            "name": "outcome",
            "type": "u8"
          },
          {
            "name": "refund",
            "type": "bool"
          },
          {
            "name": "fee",
            "type": "u64"
          },
          {
            "name": "owed",
            "type": "u64"
          }
        ]
      }
    },
    {
      "name": "finalityPolicy",
      "type": {
        "kind": "enum",
        "variants": [
          {
            "name": "finalised"
          },
          {
            "name": "regularTime"
          },
          {
            "name": "halfTime"
          },
          {
            "name": "signedFinal"
          }
        ]
      }
    },
    {
      "name": "geometricTarget",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "statIndex",
            "type": "u8"
          },
          {
            "name": "prediction",
            "type": "i32"
          }
        ]
      }
    },
    {
      "name": "legResult",
      "type": {
        "kind": "enum",
        "variants": [
          {
            "name": "open"
          },
          {
            "name": "won"
          },
          {
            "name": "lost"
          },
          {
            "name": "void"
          }
        ]
      }
    },
    {
      "name": "legSettled",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "parlay",
            "type": "pubkey"
          },
          {
            "name": "leg",
            "type": "u8"
          },
          {
            "name": "market",
            "type": "pubkey"
          },
          {
            "name": "result",
            "type": {
              "defined": {
                "name": "legResult"
              }
            }
          }
        ]
      }
    },
    {
      "name": "market",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "version",
            "type": "u8"
          },
          {
            "name": "bump",
            "type": "u8"
          },
          {
            "name": "vaultBump",
            "type": "u8"
          },
          {
            "name": "creator",
            "type": "pubkey"
          },
          {
            "name": "id",
            "type": "u64"
          },
          {
            "name": "termsHash",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "state",
            "type": {
              "defined": {
                "name": "marketState"
              }
            }
          },
          {
            "name": "pool",
            "type": {
              "defined": {
                "name": "pool"
              }
            }
          },
          {
            "name": "proposal",
            "type": {
              "defined": {
                "name": "proposal"
              }
            }
          },
          {
            "name": "parlays",
            "type": "u32"
          },
          {
            "name": "terms",
            "type": {
              "defined": {
                "name": "terms"
              }
            }
          }
        ]
      }
    },
    {
      "name": "marketCreated",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "market",
            "type": "pubkey"
          },
          {
            "name": "creator",
            "type": "pubkey"
          },
          {
            "name": "id",
            "type": "u64"
          },
          {
            "name": "fixtureId",
            "type": "i64"
          },
          {
            "name": "termsHash",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          }
        ]
      }
    },
    {
      "name": "marketSettled",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "market",
            "type": "pubkey"
          },
          {
            "name": "state",
            "type": {
              "defined": {
                "name": "marketState"
              }
            }
          },
          {
            "name": "outcome",
            "type": "u8"
          },
          {
            "name": "orderKey",
            "type": "u64"
          },
          {
            "name": "since",
            "type": "i64"
          }
        ]
      }
    },
    {
      "name": "marketState",
      "type": {
        "kind": "enum",
        "variants": [
          {
            "name": "open"
          },
          {
            "name": "proposed"
          },
          {
            "name": "final"
          },
          {
            "name": "void"
          }
        ]
      }
    },
    {
      "name": "nDimensionalStrategy",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "geometricTargets",
            "type": {
              "vec": {
                "defined": {
                  "name": "geometricTarget"
                }
              }
            }
          },
          {
            "name": "distancePredicate",
            "type": {
              "option": {
                "defined": {
                  "name": "traderPredicate"
                }
              }
            }
          },
          {
            "name": "discretePredicates",
            "type": {
              "vec": {
                "defined": {
                  "name": "statPredicate"
                }
              }
            }
          }
        ]
      }
    },
    {
      "name": "parlay",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "version",
            "type": "u8"
          },
          {
            "name": "bump",
            "type": "u8"
          },
          {
            "name": "vaultBump",
            "type": "u8"
          },
          {
            "name": "creator",
            "type": "pubkey"
          },
          {
            "name": "id",
            "type": "u64"
          },
          {
            "name": "termsHash",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "state",
            "type": {
              "defined": {
                "name": "parlayState"
              }
            }
          },
          {
            "name": "pool",
            "type": {
              "defined": {
                "name": "pool"
              }
            }
          },
          {
            "name": "outcome",
            "type": "u8"
          },
          {
            "name": "results",
            "type": {
              "array": [
                {
                  "defined": {
                    "name": "legResult"
                  }
                },
                8
              ]
            }
          },
          {
            "name": "terms",
            "type": {
              "defined": {
                "name": "parlayTerms"
              }
            }
          }
        ]
      }
    },
    {
      "name": "parlayCreated",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "parlay",
            "type": "pubkey"
          },
          {
            "name": "creator",
            "type": "pubkey"
          },
          {
            "name": "id",
            "type": "u64"
          },
          {
            "name": "markets",
            "type": {
              "vec": "pubkey"
            }
          },
          {
            "name": "termsHash",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          }
        ]
      }
    },
    {
      "name": "parlayLeg",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "market",
            "type": "pubkey"
          },
          {
            "name": "termsHash",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "outcome",
            "type": "u8"
          }
        ]
      }
    },
    {
      "name": "parlayState",
      "type": {
        "kind": "enum",
        "variants": [
          {
            "name": "open"
          },
          {
            "name": "final"
          },
          {
            "name": "void"
          }
        ]
      }
    },
    {
      "name": "parlayTerms",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "legs",
            "type": {
              "vec": {
                "defined": {
                  "name": "parlayLeg"
                }
              }
            }
          },
          {
            "name": "mint",
            "type": "pubkey"
          },
          {
            "name": "feeBps",
            "type": "u16"
          },
          {
            "name": "feeAccount",
            "type": "pubkey"
          },
          {
            "name": "minimumStake",
            "type": "u64"
          },
          {
            "name": "maximumStake",
            "type": "u64"
          },
          {
            "name": "stakesClose",
            "type": "i64"
          }
        ]
      }
    },
    {
      "name": "pool",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "totals",
            "type": {
              "array": [
                "u64",
                8
              ]
            }
          },
          {
            "name": "owed",
            "type": "u64"
          },
          {
            "name": "openPositions",
            "type": "u64"
          },
          {
            "name": "fee",
            "type": "u64"
          },
          {
            "name": "paying",
            "type": "u64"
          },
          {
            "name": "refund",
            "type": "bool"
          }
        ]
      }
    },
    {
      "name": "poolKind",
      "type": {
        "kind": "enum",
        "variants": [
          {
            "name": "market"
          },
          {
            "name": "parlay"
          }
        ]
      }
    },
    {
      "name": "position",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "bump",
            "type": "u8"
          },
          {
            "name": "pool",
            "type": "pubkey"
          },
          {
            "name": "owner",
            "type": "pubkey"
          },
          {
            "name": "outcome",
            "type": "u8"
          },
          {
            "name": "amount",
            "type": "u64"
          }
        ]
      }
    },
    {
      "name": "proofBuffer",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "bump",
            "type": "u8"
          },
          {
            "name": "owner",
            "type": "pubkey"
          },
          {
            "name": "id",
            "type": "u64"
          },
          {
            "name": "sha256",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "bytes",
            "type": "bytes"
          }
        ]
      }
    },
    {
      "name": "proofNode",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "hash",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "isRightSibling",
            "type": "bool"
          }
        ]
      }
    },
    {
      "name": "proposal",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "outcome",
            "type": "u8"
          },
          {
            "name": "orderKey",
            "type": "u64"
          },
          {
            "name": "since",
            "type": "i64"
          },
          {
            "name": "void",
            "type": "bool"
          }
        ]
      }
    },
    {
      "name": "proposed",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "market",
            "type": "pubkey"
          },
          {
            "name": "outcome",
            "type": "u8"
          },
          {
            "name": "orderKey",
            "type": "u64"
          },
          {
            "name": "since",
            "type": "i64"
          }
        ]
      }
    },
    {
      "name": "result",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "version",
            "type": "u8"
          },
          {
            "name": "bump",
            "type": "u8"
          },
          {
            "name": "payer",
            "type": "pubkey"
          },
          {
            "name": "oracleProgram",
            "type": "pubkey"
          },
          {
            "name": "fixtureId",
            "type": "i64"
          },
          {
            "name": "sport",
            "type": "u8"
          },
          {
            "name": "finality",
            "type": {
              "defined": {
                "name": "finalityPolicy"
              }
            }
          },
          {
            "name": "orderKey",
            "type": "u64"
          },
          {
            "name": "minTimestamp",
            "type": "i64"
          },
          {
            "name": "maxTimestamp",
            "type": "i64"
          },
          {
            "name": "eventNode",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "period",
            "type": "i32"
          },
          {
            "name": "contradicted",
            "type": "bool"
          },
          {
            "name": "facts",
            "type": {
              "vec": {
                "defined": {
                  "name": "resultFact"
                }
              }
            }
          }
        ]
      }
    },
    {
      "name": "resultClosed",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "result",
            "type": "pubkey"
          }
        ]
      }
    },
    {
      "name": "resultContradicted",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "result",
            "type": "pubkey"
          },
          {
            "name": "orderKey",
            "type": "u64"
          }
        ]
      }
    },
    {
      "name": "resultFact",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "key",
            "type": "u32"
          },
          {
            "name": "present",
            "type": "bool"
          },
          {
            "name": "value",
            "type": "i32"
          },
          {
            "name": "since",
            "type": "i64"
          },
          {
            "name": "current",
            "type": "bool"
          }
        ]
      }
    },
    {
      "name": "resultPosted",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "result",
            "type": "pubkey"
          },
          {
            "name": "fixtureId",
            "type": "i64"
          },
          {
            "name": "sport",
            "type": "u8"
          },
          {
            "name": "finality",
            "type": {
              "defined": {
                "name": "finalityPolicy"
              }
            }
          },
          {
            "name": "orderKey",
            "type": "u64"
          },
          {
            "name": "period",
            "type": "i32"
          },
          {
            "name": "statKeys",
            "type": {
              "vec": "u32"
            }
          }
        ]
      }
    },
    {
      "name": "resultProof",
      "type": {
        "kind": "enum",
        "variants": [
          {
            "name": "v2",
            "fields": [
              {
                "defined": {
                  "name": "statValidationInput"
                }
              }
            ]
          },
          {
            "name": "v3",
            "fields": [
              {
                "defined": {
                  "name": "statValidationInputV3"
                }
              }
            ]
          },
          {
            "name": "v4",
            "fields": [
              {
                "defined": {
                  "name": "statValidationInputV4"
                }
              }
            ]
          },
          {
            "name": "compact",
            "fields": [
              {
                "name": "statKeys",
                "type": {
                  "vec": "u32"
                }
              },
              {
                "name": "proof",
                "type": {
                  "defined": {
                    "name": "compactProof"
                  }
                }
              }
            ]
          }
        ]
      }
    },
    {
      "name": "scoreProof",
      "type": {
        "kind": "enum",
        "variants": [
          {
            "name": "v2",
            "fields": [
              {
                "defined": {
                  "name": "statValidationInput"
                }
              }
            ]
          },
          {
            "name": "v3",
            "fields": [
              {
                "defined": {
                  "name": "statValidationInputV3"
                }
              }
            ]
          },
          {
            "name": "v4",
            "fields": [
              {
                "defined": {
                  "name": "statValidationInputV4"
                }
              }
            ]
          },
          {
            "name": "compact",
            "fields": [
              {
                "defined": {
                  "name": "compactProof"
                }
              }
            ]
          }
        ]
      }
    },
    {
      "name": "scoreStat",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "key",
            "type": "u32"
          },
          {
            "name": "value",
            "type": "i32"
          },
          {
            "name": "period",
            "type": "i32"
          }
        ]
      }
    },
    {
      "name": "scoresBatchSummary",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "fixtureId",
            "type": "i64"
          },
          {
            "name": "updateStats",
            "type": {
              "defined": {
                "name": "scoresUpdateStats"
              }
            }
          },
          {
            "name": "eventsSubTreeRoot",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          }
        ]
      }
    },
    {
      "name": "scoresUpdateStats",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "updateCount",
            "type": "i32"
          },
          {
            "name": "minTimestamp",
            "type": "i64"
          },
          {
            "name": "maxTimestamp",
            "type": "i64"
          }
        ]
      }
    },
    {
      "name": "staked",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "kind",
            "type": {
              "defined": {
                "name": "poolKind"
              }
            }
          },
          {
            "name": "pool",
            "type": "pubkey"
          },
          {
            "name": "owner",
            "type": "pubkey"
          },
          {
            "name": "outcome",
            "type": "u8"
          },
          {
            "name": "amount",
            "type": "u64"
          },
          {
            "name": "total",
            "type": "u64"
          }
        ]
      }
    },
    {
      "name": "statLeaf",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "stat",
            "type": {
              "defined": {
                "name": "scoreStat"
              }
            }
          },
          {
            "name": "statProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          }
        ]
      }
    },
    {
      "name": "statPredicate",
      "type": {
        "kind": "enum",
        "variants": [
          {
            "name": "single",
            "fields": [
              {
                "name": "index",
                "type": "u8"
              },
              {
                "name": "predicate",
                "type": {
                  "defined": {
                    "name": "traderPredicate"
                  }
                }
              }
            ]
          },
          {
            "name": "binary",
            "fields": [
              {
                "name": "indexA",
                "type": "u8"
              },
              {
                "name": "indexB",
                "type": "u8"
              },
              {
                "name": "op",
                "type": {
                  "defined": {
                    "name": "binaryExpression"
                  }
                }
              },
              {
                "name": "predicate",
                "type": {
                  "defined": {
                    "name": "traderPredicate"
                  }
                }
              }
            ]
          }
        ]
      }
    },
    {
      "name": "statValidationInput",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "ts",
            "type": "i64"
          },
          {
            "name": "fixtureSummary",
            "type": {
              "defined": {
                "name": "scoresBatchSummary"
              }
            }
          },
          {
            "name": "fixtureProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "mainTreeProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "eventStatRoot",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "stats",
            "type": {
              "vec": {
                "defined": {
                  "name": "statLeaf"
                }
              }
            }
          }
        ]
      }
    },
    {
      "name": "statValidationInputV3",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "ts",
            "type": "i64"
          },
          {
            "name": "fixtureSummary",
            "type": {
              "defined": {
                "name": "scoresBatchSummary"
              }
            }
          },
          {
            "name": "fixtureProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "mainTreeProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "eventStatRoot",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "leaves",
            "type": {
              "vec": {
                "defined": {
                  "name": "statLeaf"
                }
              }
            }
          },
          {
            "name": "multiproofHashes",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "leafIndices",
            "type": {
              "vec": "u32"
            }
          }
        ]
      }
    },
    {
      "name": "statValidationInputV4",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "ts",
            "type": "i64"
          },
          {
            "name": "fixtureSummary",
            "type": {
              "defined": {
                "name": "scoresBatchSummary"
              }
            }
          },
          {
            "name": "fixtureProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "mainTreeProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "eventStatRoot",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "leaves",
            "type": {
              "vec": {
                "defined": {
                  "name": "statLeaf"
                }
              }
            }
          },
          {
            "name": "multiproofHashes",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "leafIndices",
            "type": {
              "vec": "u32"
            }
          }
        ]
      }
    },
    {
      "name": "swept",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "kind",
            "type": {
              "defined": {
                "name": "poolKind"
              }
            }
          },
          {
            "name": "pool",
            "type": "pubkey"
          },
          {
            "name": "amount",
            "type": "u64"
          }
        ]
      }
    },
    {
      "name": "terms",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "oracleProgram",
            "type": "pubkey"
          },
          {
            "name": "signer",
            "type": {
              "option": {
                "array": [
                  "u8",
                  32
                ]
              }
            }
          },
          {
            "name": "attesters",
            "type": {
              "option": {
                "defined": {
                  "name": "attesters"
                }
              }
            }
          },
          {
            "name": "fixtureId",
            "type": "i64"
          },
          {
            "name": "sport",
            "type": "u8"
          },
          {
            "name": "statKeys",
            "type": {
              "vec": "u32"
            }
          },
          {
            "name": "outcomes",
            "type": {
              "vec": {
                "defined": {
                  "name": "nDimensionalStrategy"
                }
              }
            }
          },
          {
            "name": "finality",
            "type": {
              "defined": {
                "name": "finalityPolicy"
              }
            }
          },
          {
            "name": "challengeWindow",
            "type": "u32"
          },
          {
            "name": "stakesClose",
            "type": "i64"
          },
          {
            "name": "earliest",
            "type": "i64"
          },
          {
            "name": "latest",
            "type": "i64"
          },
          {
            "name": "voidAfter",
            "type": "i64"
          },
          {
            "name": "mint",
            "type": "pubkey"
          },
          {
            "name": "feeBps",
            "type": "u16"
          },
          {
            "name": "feeAccount",
            "type": "pubkey"
          },
          {
            "name": "minimumStake",
            "type": "u64"
          },
          {
            "name": "maximumStake",
            "type": "u64"
          },
          {
            "name": "abandonmentVoids",
            "type": "bool"
          },
          {
            "name": "resultsSettle",
            "type": "bool"
          }
        ]
      }
    },
    {
      "name": "traderPredicate",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "threshold",
            "type": "i32"
          },
          {
            "name": "comparison",
            "type": {
              "defined": {
                "name": "comparison"
              }
            }
          }
        ]
      }
    },
    {
      "name": "voidProposed",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "market",
            "type": "pubkey"
          },
          {
            "name": "orderKey",
            "type": "u64"
          },
          {
            "name": "since",
            "type": "i64"
          }
        ]
      }
    },
    {
      "name": "voided",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "kind",
            "type": {
              "defined": {
                "name": "poolKind"
              }
            }
          },
          {
            "name": "pool",
            "type": "pubkey"
          },
          {
            "name": "owed",
            "type": "u64"
          }
        ]
      }
    }
  ]
};
